#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "certus/stats/certified_radius.h"

namespace certus {

/// Votes for one class among the n estimation samples.
struct ClassVotes {
  int label = 0;
  std::int64_t votes = 0;
  friend bool operator==(const ClassVotes&, const ClassVotes&) = default;
};

/// What an anytime certification leaves behind beside its votes.
struct AnytimeOutcome {
  int chosen = 0;          ///< the class that the n0 draws chose, also where it abstained
  std::int64_t looks = 0;  ///< at the votes, the last included
  /// With probability at least 1 - alpha the chosen class's probability of a vote lies between these
  /// (confidence_sequence.h): a statement by itself, beside that of the radius.
  double lower = 0.0;
  double upper = 1.0;
};

/// Draws that were shown to a cheap and to an exact network.
struct PairedVotes {
  std::int64_t draws = 0;
  std::int64_t lost = 0;  ///< for the chosen class by the cheap network and not by the exact one
};

/// What certifying one image leaves behind: counts first. Radius at any alpha, p_A of any image including
/// abstained ones, and every other budget follow from the counts.
struct CertificationRecord {
  std::int64_t idx = 0;
  int label = 0;
  std::optional<int> predicted;    ///< empty: abstained
  double radius = 0.0;             ///< certified L2 radius; 0 when abstained
  double seconds = 0.0;            ///< wall clock spent on this image
  std::int64_t n0 = 0;             ///< votes that chose the class
  std::int64_t n = 0;              ///< fresh votes that bound its probability
  std::vector<ClassVotes> counts;  ///< classes that got any of the n votes, by class
  std::int64_t nan_votes = 0;      ///< draws for no class: with non-finite logits, or with doubtful noise
  std::optional<AnytimeOutcome> anytime;  ///< where draws were made until something was decided
  std::optional<double> uniform;          ///< drawn for a randomised bound, in (0, 1)
  std::optional<PairedVotes> paired;      ///< where the votes are those of a cheap network
};

/// Columns of a record file: the field's six first, in its order, so that every existing script reads it.
inline constexpr std::string_view kRecordHeader = "idx\tlabel\tpredict\tradius\tcorrect\ttime\tn0\tn\tcounts";

/// Columns of a record whose images took the draws that they needed.
inline constexpr std::string_view kAnytimeHeader =
    "idx\tlabel\tpredict\tradius\tcorrect\ttime\tn0\tn\tcounts\tclass\tlooks\tlower\tupper";

/// Columns of a record with randomised bounds.
inline constexpr std::string_view kRandomizedHeader =
    "idx\tlabel\tpredict\tradius\tcorrect\ttime\tn0\tn\tcounts\tuniform";

/// Columns of a record of a network that was certified with the votes of a cheaper one.
inline constexpr std::string_view kTransferHeader =
    "idx\tlabel\tpredict\tradius\tcorrect\ttime\tn0\tn\tcounts\tpaired\tlost";

/// One line of a record file, without newline. Radii have round-trip digits. Fails (a bug of the caller) when
/// the votes do not add up to n.
std::string record_row(const CertificationRecord& record);

/// A prediction log: the field's columns for PREDICT first, then the votes.
inline constexpr std::string_view kPredictionHeader = "idx\tlabel\tpredict\tcorrect\ttime\tn\tcounts";
std::string prediction_row(const CertificationRecord& record);

/// The field's columns only, radius rounded to three digits as its scripts print it: for exchange, not for
/// keeping.
inline constexpr std::string_view kFieldHeader = "idx\tlabel\tpredict\tradius\tcorrect\ttime";
std::string field_row(const CertificationRecord& record);

/// Votes for a class among the n.
std::int64_t votes_for(const CertificationRecord& record, int label);

/// CERTIFY's decision for the class chosen beforehand: fills predicted and radius from the votes.
void decide(CertificationRecord& record, int chosen_class, const Budget& budget);

/// H:MM:SS, then .ffffff unless it is zero; "1 day, " or "N days, " before it from 24 hours on.
std::string duration_text(double seconds);
/// The seconds that such a text stands for; empty for any other.
std::optional<double> parse_duration(std::string_view text);

}  // namespace certus
