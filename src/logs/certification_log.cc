#include "certus/logs/certification_log.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>
#include <unordered_map>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/logs/printed_curve.h"
#include "certus/procedure/procedures.h"

namespace certus {
namespace {

/// The columns that every log of ours may have; a procedure adds its own.
enum Column { kIdx, kLabel, kPredict, kRadius, kCorrect, kN, kCounts, kColumns };
constexpr std::array<std::string_view, kColumns> kNames = {"idx",     "label", "predict", "radius",
                                                           "correct", "n",     "counts"};
constexpr int kAbsent = -1;

/// Where each known column stands in the file.
struct Layout {
  std::array<int, kColumns> position;
  const ProcedureKind* kind = nullptr;
  std::vector<int> extension;  ///< positions of the columns that the kind adds
  int width = 0;
  bool has(Column column) const { return position[column] != kAbsent; }
};

/// Found text as it may stand in a message: short and printable.
std::string shown(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, 40)) out += c >= 32 && c < 127 ? c : '?';
  return text.size() > 40 ? out + "..." : out;
}

/// Sets the kind of the log, and where its columns stand.
void find_extension(Layout& layout, const std::vector<std::string>& names, const ProcedureKind* expected,
                    const std::filesystem::path& path) {
  const auto place = [&](std::string_view name) { return std::find(names.begin(), names.end(), name); };
  const ProcedureKind& of_columns =
      kind_of_columns([&](std::string_view name) { return place(name) != names.end(); });
  layout.kind = expected == nullptr ? &of_columns : expected;
  // The columns do not show the procedure, or they are not its own. What rows may claim is then not certain.
  if (layout.kind->columns != of_columns.columns) {
    fail(ErrorKind::kData, path, ":1: has the columns of procedure '", of_columns.name,
         "', but its manifest says '", layout.kind->name, "'; expected a record and its own manifest");
  }
  for (const ExtensionColumn& column : layout.kind->columns.extension) {
    if (std::count(names.begin(), names.end(), column.name) > 1)
      fail(ErrorKind::kData, path, ":1: column '", column.name, "' appears twice, expected it once");
    layout.extension.push_back(static_cast<int>(place(column.name) - names.begin()));
  }
}

Layout read_header(LineReader& reader, const ProcedureKind* expected) {
  std::string_view line;
  if (!reader.next(line)) fail(ErrorKind::kData, reader.path(), ": empty file, expected a certification log");
  if (line.size() > 4096 ||
      std::any_of(line.begin(), line.end(), [](char c) { return c >= 0 && c < 32 && c != '\t'; })) {
    fail(ErrorKind::kData, reader.path(),
         ":1: not a text header; expected tab-separated column names (idx, label, predict, ...), "
         "this looks like another kind of file");
  }
  Layout layout;
  layout.position.fill(kAbsent);
  std::vector<std::string> names;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t end = std::min(line.find('\t', begin), line.size());
    const std::string_view name = line.substr(begin, end - begin);
    for (int column = 0; column < kColumns; ++column) {
      if (name != kNames[static_cast<std::size_t>(column)]) continue;
      int& position = layout.position[static_cast<std::size_t>(column)];
      if (position != kAbsent) {
        fail(ErrorKind::kData, reader.path(), ":1: column '", name, "' appears twice, expected it once");
      }
      position = layout.width;
    }
    names.emplace_back(name);
    ++layout.width;
    if (end == line.size()) break;
    begin = end + 1;
  }
  for (const Column column : {kIdx, kLabel, kPredict, kCorrect}) {
    if (layout.has(column)) continue;
    if (is_printed_curve(reader.path().string())) {
      fail(ErrorKind::kData, reader.path(),
           ": is a printed curve, expected a certification log, because a curve has no images; convert, "
           "evaluate, plot accuracy and plot p-a read curves");
    }
    fail(ErrorKind::kData, reader.path(), ":1: column '", kNames[column], "' is missing, found '",
         shown(line), "', expected the tab-separated names idx, label, predict, radius, correct");
  }
  if (layout.has(kCounts) != layout.has(kN)) {
    fail(ErrorKind::kData, reader.path(), ":1: column '", layout.has(kN) ? "counts" : "n",
         "' is missing, expected 'n' and 'counts' together");
  }
  find_extension(layout, names, expected, reader.path());
  return layout;
}

/// Turns the lines of one file into rows; knows where it is for the sake of messages.
class Parser {
 public:
  Parser(LineReader& reader, const Layout& layout, const ReadLogOptions& options, CertificationLog& log)
      : reader_(reader),
        layout_(layout),
        options_(options),
        log_(log),
        fields_(static_cast<std::size_t>(layout.width)) {
    log_.kind = layout.kind;
    log_.extension.resize(layout.extension.size());
  }

  void row(std::string_view line) {
    split(line);
    const std::int64_t idx = integer(kIdx, 0, std::numeric_limits<std::int64_t>::max());
    const auto label = static_cast<std::int32_t>(integer(kLabel, 0, largest_class()));
    const auto predicted = static_cast<std::int32_t>(integer(kPredict, -1, largest_class()));
    const double radius = layout_.has(kRadius) ? number(kRadius) : 0.0;
    check_correct(label, predicted);
    if (!(radius >= 0.0) || std::isinf(radius)) {
      problem("bad-radius", kRadius, "expected a radius of 0 or more");
    } else if (predicted == CertificationLog::kAbstained && radius != 0.0) {
      problem("radius-of-abstention", kRadius, "expected 0 for an abstention (predict is -1)");
    }
    // A log with counts was written by certus itself: all digits are there by construction.
    if (layout_.has(kRadius) && !layout_.has(kCounts)) digits_.add(field(kRadius));
    log_.idx.push_back(idx);
    log_.label.push_back(label);
    log_.predicted.push_back(predicted);
    if (layout_.has(kRadius)) log_.radius.push_back(radius);
    if (layout_.has(kCounts)) counts(label, predicted);
    increasing_ = increasing_ && idx > last_idx_;
    last_idx_ = idx;
  }

  void finish() {
    if (layout_.has(kRadius) && !layout_.has(kCounts)) log_.digits = digits_.digits();
    if (!increasing_) check_duplicates();
  }

 private:
  static constexpr std::int64_t kMaxClass = 1'000'000;

  std::int64_t largest_class() const { return options_.classes > 0 ? options_.classes - 1 : kMaxClass; }

  std::string_view field(Column column) const {
    return fields_[static_cast<std::size_t>(layout_.position[column])];
  }

  std::string place(Column column) const { return place(kNames[column], field(column)); }

  std::string place(std::string_view name, std::string_view found) const {
    return join_text(reader_.path(), ':', reader_.line_number(), ": column '", name, "': found '",
                     shown(found), "', ");
  }

  void problem(const char* code, Column column, std::string_view expected) {
    report(code, place(column) + std::string(expected));
  }

  void report(const char* code, const std::string& message) {
    if (!options_.on_problem) fail(ErrorKind::kData, message);
    options_.on_problem({code, message});
  }

  void split(std::string_view line) {
    std::size_t count = 0;
    const char* begin = line.data();
    const char* const end = line.data() + line.size();
    for (;;) {
      const char* tab = std::find(begin, end, '\t');
      if (count < fields_.size()) fields_[count] = {begin, static_cast<std::size_t>(tab - begin)};
      ++count;
      if (tab == end) break;
      begin = tab + 1;
    }
    if (count != fields_.size()) {
      fail(ErrorKind::kData, reader_.path(), ':', reader_.line_number(), ": found ", count,
           " columns, expected ", fields_.size(),
           " as in the header; a row cut off in writing, or another separator than tabs?");
    }
  }

  std::int64_t integer(Column column, std::int64_t low, std::int64_t high) {
    const std::string_view text = field(column);
    std::int64_t value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec != std::errc{} || result.ptr != text.data() + text.size() || value < low || value > high) {
      fail(ErrorKind::kData, place(column), "expected a whole number from ", low, " to ", high);
    }
    return value;
  }

  double number(Column column) {
    const std::string_view text = field(column);
    double value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec != std::errc{} || result.ptr != text.data() + text.size()) {
      fail(ErrorKind::kData, place(column), "expected a number");
    }
    return value;
  }

  void check_correct(std::int32_t label, std::int32_t predicted) {
    const std::string_view text = field(kCorrect);
    const bool right = label == predicted;
    if (text == (right ? "1" : "0")) return;
    const std::int64_t value = integer(kCorrect, 0, std::numeric_limits<std::int64_t>::max());
    if (value > 1) {
      problem("correct-mismatch", kCorrect, "expected 0 or 1; some tools write a running total here");
    } else if ((value == 1) != right) {
      problem("correct-mismatch", kCorrect,
              join_text("expected ", right ? '1' : '0', ": predict is ", predicted, " and label is ", label));
    }
  }

  /// The values of the columns that the procedure adds.
  void extension() {
    for (std::size_t i = 0; i < layout_.extension.size(); ++i) {
      const ExtensionColumn& column = layout_.kind->columns.extension[i];
      const std::string_view text = fields_[static_cast<std::size_t>(layout_.extension[i])];
      double value = 0.0;
      const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
      const bool is_number = result.ec == std::errc{} && result.ptr == text.data() + text.size();
      const bool is_whole = std::fabs(value) < 0x1p53 && value == std::floor(value);
      if (!is_number || !std::isfinite(value) || (column.is_whole && !is_whole)) {
        fail(ErrorKind::kData, place(column.name, text), "expected ",
             column.is_whole ? "a whole number" : "a number");
      }
      if (column.name == "class" && (value < -1.0 || value > static_cast<double>(largest_class())))
        fail(ErrorKind::kData, place(column.name, text), "expected a class from 0 to ", largest_class());
      log_.extension[i].push_back(value);
    }
  }

  /// The class whose votes the row is about: the recorded one, else the one predicted.
  std::int64_t chosen_class(std::int32_t predicted) const {
    for (std::size_t i = 0; i < layout_.extension.size(); ++i) {
      if (layout_.kind->columns.extension[i].name == "class")
        return static_cast<std::int64_t>(log_.extension[i].back());
    }
    return predicted;
  }

  /// Reads "3:99312;5:600;nan:7" and keeps the votes of the label and of the chosen class.
  void counts(std::int32_t label, std::int32_t predicted) {
    const std::int64_t n = integer(kN, 1, 1'000'000'000);
    extension();
    const std::int64_t chosen = chosen_class(predicted);
    if (!layout_.kind->has_one_n) {
      log_.row_n.push_back(n);
    } else if (!log_.column_n) {
      log_.column_n = n;
    } else if (*log_.column_n != n) {
      fail(ErrorKind::kData, place(kN), "expected ", *log_.column_n,
           " as in the rows before; one record has one budget");
    }
    std::int64_t sum = 0;
    std::int64_t of_label = 0;
    std::int64_t of_chosen = 0;
    std::int64_t runner_up = 0;
    std::int64_t blank = 0;
    std::int64_t last_class = -1;
    std::string_view left = field(kCounts);
    bool more = true;
    while (more) {
      const std::string_view entry = left.substr(0, left.find(';'));
      more = entry.size() < left.size();
      left.remove_prefix(std::min(left.size(), entry.size() + 1));
      const std::size_t colon = std::min(entry.find(':'), entry.size());
      const std::string_view name = entry.substr(0, colon);
      const auto cls = name == "nan" ? std::optional<std::int64_t>(-1) : parse_int(name);
      const auto votes = parse_int(entry.substr(std::min(colon + 1, entry.size())));
      if (!cls || (*cls < 0 && name != "nan") || !votes || *votes < 1) {
        fail(ErrorKind::kData, place(kCounts), "expected class:votes pairs like 3:99312;5:600;nan:7");
      }
      if (*cls > largest_class())
        fail(ErrorKind::kData, place(kCounts), "expected classes from 0 to ", largest_class());
      if (*votes > n) fail(ErrorKind::kData, place(kCounts), "expected no count above n = ", n);
      if (name != "nan" && *cls <= last_class)
        fail(ErrorKind::kData, place(kCounts), "expected every class once, in rising order");
      if (name == "nan" && more) fail(ErrorKind::kData, place(kCounts), "expected nan once, at the end");
      if (name != "nan") last_class = *cls;
      sum += *votes;
      if (*cls < 0) blank = *votes;
      if (*cls == label) of_label += *votes;
      if (*cls == chosen && chosen >= 0) of_chosen += *votes;
      if (*cls >= 0 && *cls != chosen) runner_up = std::max(runner_up, *votes);
    }
    if (sum != n) {
      fail(ErrorKind::kData, place(kCounts), "expected votes that add up to n = ", n, ", not ", sum,
           "; a row cut off in writing?");
    }
    log_.label_votes.push_back(of_label);
    log_.chosen_votes.push_back(of_chosen);
    if (layout_.kind->needs_runner_up) log_.runner_up_votes.push_back(runner_up);
    if (layout_.kind->needs_blank_votes) log_.blank_votes.push_back(blank);
  }

  /// Only for logs whose indices do not increase, because sorting takes longer than reading.
  void check_duplicates() {
    std::vector<std::int64_t> sorted = log_.idx;
    std::sort(sorted.begin(), sorted.end());
    const auto repeated = std::adjacent_find(sorted.begin(), sorted.end());
    if (repeated == sorted.end()) return;
    const std::int64_t value = *repeated;
    const auto first = std::find(log_.idx.begin(), log_.idx.end(), value);
    const auto second = std::find(first + 1, log_.idx.end(), value);
    std::int64_t more = 0;
    for (std::size_t i = 1; i < sorted.size(); ++i) more += sorted[i] == sorted[i - 1] ? 1 : 0;
    const auto line_of = [&](auto at) { return at - log_.idx.begin() + 2; };
    report("duplicate-idx", join_text(reader_.path(), ':', line_of(second), ": column 'idx': found '", value,
                                      "' again after line ", line_of(first), ", expected every image once (",
                                      more, more == 1 ? " repeated row" : " repeated rows", " in all)"));
  }

  LineReader& reader_;
  const Layout& layout_;
  const ReadLogOptions& options_;
  CertificationLog& log_;
  std::vector<std::string_view> fields_;
  RadiusDigitsSeen digits_;
  bool increasing_ = true;
  std::int64_t last_idx_ = -1;
};

}  // namespace

CertificationLog read_log(const std::string& path, const ReadLogOptions& options) {
  LineReader reader(path);
  const Layout layout = read_header(reader, options.kind);
  CertificationLog log;
  log.path = path;
  Parser parser(reader, layout, options, log);
  std::string_view line;
  std::size_t blank_line = 0;
  while (reader.next(line)) {
    if (options.drop_torn_row && !reader.line_is_whole()) break;
    if (line.empty()) {
      if (blank_line == 0) blank_line = reader.line_number();
      continue;
    }
    if (blank_line != 0) {
      fail(ErrorKind::kData, reader.path(), ':', blank_line,
           ": found an empty line, expected a row; rows follow after it");
    }
    parser.row(line);
  }
  if (log.rows() == 0 && !options.allow_no_rows) {
    fail(ErrorKind::kData, reader.path(), ": no rows after the header, expected one for every image");
  }
  parser.finish();
  return log;
}

CertificationLog rows_where(const CertificationLog& log, const std::function<bool(std::size_t)>& keep) {
  CertificationLog part;
  part.path = log.path;
  part.column_n = log.column_n;
  part.kind = log.kind;
  part.extension.resize(log.extension.size());
  part.digits = log.digits;
  part.votes_of_radius = log.votes_of_radius;
  part.unrounded = log.unrounded;
  const auto copy = [](const auto& from, auto& to, std::size_t row) {
    if (!from.empty()) to.push_back(from[row]);  // columns that a log lacks stay empty
  };
  for (std::size_t row = 0; row < log.rows(); ++row) {
    if (!keep(row)) continue;
    copy(log.idx, part.idx, row);
    copy(log.label, part.label, row);
    copy(log.predicted, part.predicted, row);
    copy(log.radius, part.radius, row);
    copy(log.label_votes, part.label_votes, row);
    copy(log.chosen_votes, part.chosen_votes, row);
    copy(log.runner_up_votes, part.runner_up_votes, row);
    copy(log.blank_votes, part.blank_votes, row);
    copy(log.row_n, part.row_n, row);
    for (std::size_t i = 0; i < log.extension.size(); ++i) copy(log.extension[i], part.extension[i], row);
  }
  return part;
}

void check_one_n(const CertificationLog& log, std::string_view command) {
  if (log.has_one_n()) return;
  fail(ErrorKind::kData, log.path,
       ": its images have different n, because each stopped when its question was decided; ", command,
       " expects one n for all images, fixed before the votes");
}

RecordedRows recorded_rows(const CertificationLog& log) {
  return {.predicted = log.predicted,
          .radius = log.radius,
          .n = log.column_n ? std::span(&*log.column_n, 1) : std::span(log.row_n),
          .votes = log.chosen_votes,
          .runner_up = log.runner_up_votes,
          .blank = log.blank_votes,
          .extension = log.extension};
}

CertificationLog log_of(std::span<const CertificationRecord> records) {
  CertificationLog log;
  for (const CertificationRecord& record : records) {
    if (!log.column_n) log.column_n = record.n;
    CERTUS_CHECK(record.n == *log.column_n);
    log.idx.push_back(record.idx);
    log.label.push_back(record.label);
    log.predicted.push_back(record.predicted.value_or(CertificationLog::kAbstained));
    log.radius.push_back(record.radius);
    log.label_votes.push_back(votes_for(record, record.label));
    log.chosen_votes.push_back(record.predicted ? votes_for(record, *record.predicted) : 0);
  }
  return log;
}

}  // namespace certus
