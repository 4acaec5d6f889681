#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "certus/record/votes.h"
#include "certus/stats/certified_radius.h"

namespace certus {

/// Votes for one class among the n estimation samples.
struct ClassVotes {
  int label = 0;
  std::int64_t votes = 0;
  friend bool operator==(const ClassVotes&, const ClassVotes&) = default;
};

/// The result of certifying one image. The counts are what matters: the radius at any alpha, p_A of any image
/// (also of abstained ones) and results for every other budget follow from them.
struct CertificationRecord {
  std::int64_t idx = 0;
  int label = 0;
  std::optional<int> predicted;    ///< empty: abstained
  double radius = 0.0;             ///< certified L2 radius; 0 when abstained
  double seconds = 0.0;            ///< wall clock spent on this image
  std::int64_t n0 = 0;             ///< votes that chose the class
  std::int64_t n = 0;              ///< fresh votes that bound its probability
  std::vector<ClassVotes> counts;  ///< classes that got any of the n votes, by class
  std::int64_t nan_votes = 0;      ///< draws for no class: non-finite logits or doubtful noise
  /// The values of the columns that the procedure adds, in their order (RecordColumns::extension).
  std::vector<double> extension;
};

/// A column that a procedure adds to the columns of all records.
struct ExtensionColumn {
  std::string_view name;
  bool is_whole = false;  ///< whole numbers; otherwise numbers with the digits that read back exactly
  friend bool operator==(const ExtensionColumn&, const ExtensionColumn&) = default;
};

/// The columns of a record file: first the six columns that are usual in the literature, in their usual
/// order, so that every existing script can read the file; then the votes; then the columns of the procedure.
/// Predictions have no radius and no n0.
struct RecordColumns {
  bool has_radii = true;
  std::vector<ExtensionColumn> extension;
  friend bool operator==(const RecordColumns&, const RecordColumns&) = default;
};

/// The header line of a record file, without newline.
std::string record_header(const RecordColumns& columns);

/// One line of a record file, without newline. Radii have round-trip digits. Fails (a bug in the caller) when
/// the votes do not add up to n.
std::string record_row(const CertificationRecord& record, const RecordColumns& columns = {});

/// Writes votes into a record: those of the classes that got any votes, and the draws for no class.
void set_votes(CertificationRecord& record, const Votes& votes);

/// Only the columns that are usual in the literature, with the radius rounded to three digits as the usual
/// scripts print it. Meant for exchange, not for storage.
inline constexpr std::string_view kFieldHeader = "idx\tlabel\tpredict\tradius\tcorrect\ttime";
std::string field_row(const CertificationRecord& record);

/// Votes for a class among the n.
std::int64_t votes_for(const CertificationRecord& record, int label);

/// CERTIFY's decision for the class chosen beforehand: fills predicted and radius from the votes.
void decide(CertificationRecord& record, int chosen_class, const Budget& budget);

/// H:MM:SS, then .ffffff unless it is zero; "1 day, " or "N days, " before it from 24 hours on.
std::string duration_text(double seconds);
/// The number of seconds that such a text stands for; empty for any other text.
std::optional<double> parse_duration(std::string_view text);

}  // namespace certus
