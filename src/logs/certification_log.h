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
#include "certus/record/certification_record.h"

namespace certus {

/// The fewest and the most votes that a rounded radius can stand for.
struct VoteRange {
  std::int64_t least = 0;
  std::int64_t most = 0;
};

/// A certification or prediction log, one entry per image in file order, held by column (at most 40 bytes a
/// row).
struct CertificationLog {
  static constexpr std::int64_t kUnknownVotes = -1;
  static constexpr int kAbstained = -1;

  std::string path;                       ///< as the user gave it
  std::vector<std::int64_t> idx;          ///< position in the data set
  std::vector<std::int32_t> label;        ///< true class
  std::vector<std::int32_t> predicted;    ///< kAbstained or a class
  std::vector<double> radius;             ///< as logged; empty in a prediction log
  std::vector<std::int64_t> label_votes;  ///< votes for the true class, kUnknownVotes where the log is silent
  std::vector<std::int64_t> predict_votes;  ///< votes for the predicted class; empty without counts
  std::vector<std::int64_t>
      runner_up_votes;                   ///< most votes of another class than the predicted; when asked for
  std::optional<std::int64_t> column_n;  ///< the record's own `n` column, the same in every row
  /// The columns of an anytime record, whose rows differ in n: row_n instead of column_n. Else empty.
  std::vector<std::int64_t> row_n;
  std::vector<std::int32_t> chosen;        ///< class that was chosen, also where the row abstained
  std::vector<std::int64_t> chosen_votes;  ///< votes for it
  std::vector<double> lower, upper;        ///< bounds on its probability of a vote
  std::vector<double> uniform;             ///< behind randomised bounds; else empty
  /// Paired draws that the exact network lost, where the votes are those of a cheap one; else empty.
  std::vector<std::int64_t> lost;
  RadiusDigits digits;  ///< how radii were rounded
  /// What the recovered votes of each logged radius can have been; empty where votes were counted.
  std::unordered_map<double, VoteRange> votes_of_radius;

  std::size_t rows() const { return idx.size(); }
  bool has_radii() const { return !radius.empty(); }
  bool is_anytime() const { return !row_n.empty(); }
  bool has_counts() const { return column_n.has_value() || is_anytime(); }
  bool is_abstained(std::size_t row) const { return predicted[row] == kAbstained; }
  bool is_correct(std::size_t row) const { return predicted[row] == label[row]; }
};

/// Something wrong with the content of a row. `code` is stable and for machines, `message` names file and
/// line.
struct LogProblem {
  std::string code;
  std::string message;
};

struct ReadLogOptions {
  bool allow_no_rows = false;
  bool keep_runner_up = false;  ///< fill runner_up_votes
  bool drop_torn_row = false;   ///< a last line without newline is what a kill left of a row
  /// Called for rows that contradict themselves or each other. Without it the first such row fails.
  std::function<void(const LogProblem&)> on_problem = {};
};

/// Reads a log of certus or of the field: tab-separated, named columns in any order, further ones ignored,
/// CRLF and a missing final newline accepted. Needs idx, label, predict and correct; radius unless it is a
/// prediction log.
///
/// What cannot be read at all fails with one line naming file, line, column, found and expected.
CertificationLog read_log(const std::string& path, const ReadLogOptions& options = {});

/// The rows for which keep(row) holds, as a log of their own, of which every metric can be taken.
CertificationLog rows_where(const CertificationLog& log, const std::function<bool(std::size_t)>& keep);

/// Fails unless all rows have the same n, as `command` needs it.
void check_one_n(const CertificationLog& log, std::string_view command);

/// Fails unless the votes are those of the network that was certified, as `command` needs it.
void check_own_votes(const CertificationLog& log, std::string_view command);

/// The log that a record file of these rows is read as. All have the same n.
CertificationLog log_of(std::span<const CertificationRecord> records);

}  // namespace certus
