#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "certus/logs/radius_digits.h"
#include "certus/procedure/top_class.h"
#include "certus/record/certification_record.h"

namespace certus {

/// The fewest and the most votes that a rounded radius can stand for.
struct VoteRange {
  std::int64_t least = 0;
  std::int64_t most = 0;
};

/// A certification or prediction log, one entry per image in file order, held by column: 32 bytes per row of
/// a foreign log, 40 with counts, and 8 for each further column.
struct CertificationLog {
  static constexpr std::int64_t kUnknownVotes = -1;
  static constexpr int kAbstained = -1;

  std::string path;                       ///< as the user gave it
  std::vector<std::int64_t> idx;          ///< position in the data set
  std::vector<std::int32_t> label;        ///< true class
  std::vector<std::int32_t> predicted;    ///< kAbstained or a class
  std::vector<double> radius;             ///< as logged; empty in a prediction log
  std::vector<std::int64_t> label_votes;  ///< votes for the true class; kUnknownVotes where not logged
  /// Votes for the predicted class, or for the chosen one where the record has it also for abstentions; empty
  /// without counts.
  std::vector<std::int64_t> chosen_votes;
  std::vector<std::int64_t> runner_up_votes;  ///< most votes of another class; where the procedure needs them
  std::vector<std::int64_t> blank_votes;      ///< draws for no class; where the procedure needs them
  std::optional<std::int64_t> column_n;       ///< the record's own `n` column, the same in every row
  std::vector<std::int64_t> row_n;            ///< instead of column_n where rows differ in n; else empty
  /// What the log is a record of. Foreign logs are taken for logs of CERTIFY.
  const ProcedureKind* kind = &top_class_kind();
  std::vector<std::vector<double>> extension;  ///< the columns of kind->columns.extension; else empty
  RadiusDigits digits;                         ///< how radii were rounded
  /// What the recovered votes of each logged radius can have been; empty where votes were counted.
  std::unordered_map<double, VoteRange> votes_of_radius;
  /// The radii that each logged one can stand for; empty where radii are read as logged.
  std::unordered_map<double, UnroundedRange> unrounded;

  std::size_t rows() const { return idx.size(); }
  bool has_radii() const { return !radius.empty(); }
  /// Whether every image has the same n, fixed beforehand.
  bool has_one_n() const { return kind->has_one_n; }
  bool has_counts() const { return column_n.has_value() || !row_n.empty(); }
  bool is_abstained(std::size_t row) const { return predicted[row] == kAbstained; }
  bool is_correct(std::size_t row) const { return predicted[row] == label[row]; }
  /// The radius of a row before it was rounded: the votes behind its digits surely prove `low`.
  UnroundedRange radius_range(std::size_t row) const {
    return unrounded.empty() ? UnroundedRange{radius[row], radius[row]} : unrounded.at(radius[row]);
  }
};

/// Something wrong with the content of a row. `code` is stable and for machines, `message` names file and
/// line.
struct LogProblem {
  std::string code;
  std::string message;
};

struct ReadLogOptions {
  bool allow_no_rows = false;
  /// The kind that the manifest names, whose columns the file must have; null: the file's columns decide.
  const ProcedureKind* kind = nullptr;
  std::int64_t classes = 0;    ///< of the model, as its manifest says; 0: not known
  bool drop_torn_row = false;  ///< a last line without newline is a row that was cut off by a kill
  /// Called for rows that contradict themselves or each other. Without this function the first such row
  /// is an error.
  std::function<void(const LogProblem&)> on_problem = {};
};

/// Reads a log of certus or of the field: tab-separated, named columns in any order, further ones ignored,
/// CRLF and a missing final newline accepted. Needs idx, label, predict and correct; radius unless it is a
/// prediction log.
///
/// A file that cannot be read at all fails with a message of one line that names the file, the line, the
/// column, what was found and what was expected.
CertificationLog read_log(const std::string& path, const ReadLogOptions& options = {});

/// The rows for which keep(row) holds, as a log of their own, for which every metric can be computed.
CertificationLog rows_where(const CertificationLog& log, const std::function<bool(std::size_t)>& keep);

/// Fails unless all rows have the same n, as `command` needs it.
void check_one_n(const CertificationLog& log, std::string_view command);

/// The rows as a procedure checks them. The log has to outlive them.
RecordedRows recorded_rows(const CertificationLog& log);

/// The log that one gets by reading a record file of CERTIFY with these rows. All rows have the same n.
CertificationLog log_of(std::span<const CertificationRecord> records);

}  // namespace certus
