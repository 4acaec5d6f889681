#include "certus/logs/printed_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/split_text.h"

namespace certus {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '"')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '"')) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> cells(std::string_view line) {
  auto parts = split_text(line, line.find('	') != std::string_view::npos ? '	' : ',');
  for (auto& part : parts) part = trimmed(part);
  return parts;
}

bool next_line(LineReader& reader, std::string_view& line) {
  while (reader.next(line)) {
    if (!line.empty() && line.front() != '#') return true;
  }
  return false;
}

int column_of(const std::vector<std::string_view>& header, std::string_view name) {
  const auto at = std::find(header.begin(), header.end(), name);
  return at == header.end() ? -1 : static_cast<int>(at - header.begin());
}

/// Digits after the point, shifted by an exponent: one unit of the last printed digit is 10 to the
/// minus this number.
int decimals_of(std::string_view text) {
  const std::size_t e = std::min(text.find_first_of("eE"), text.size());
  const std::size_t point = text.find('.');
  const int digits = point < e ? static_cast<int>(e - point - 1) : 0;
  const auto exponent =
      e < text.size() ? parse_int(text.substr(e + (text.substr(e + 1).starts_with('+') ? 2 : 1))) : 0;
  return digits - static_cast<int>(exponent.value_or(0));
}

/// The names of the columns of a kind of curve.
struct Columns {
  PrintedCurve::Kind kind;
  std::string_view at, share;
  std::string_view what;  ///< the share, in messages
};
constexpr Columns kKinds[] = {{PrintedCurve::Kind::kAccuracy, "radius", "accuracy", "accuracy"},
                              {PrintedCurve::Kind::kPa, "x", "y", "P(p_A >= x)"}};

/// The kind whose columns a header has; null: none.
const Columns* columns_in(const std::vector<std::string_view>& header) {
  for (const Columns& columns : kKinds) {
    if (column_of(header, columns.at) >= 0 && column_of(header, columns.share) >= 0) return &columns;
  }
  return nullptr;
}

const Columns& expect_columns(const std::vector<std::string_view>& header, const LineReader& reader) {
  if (const Columns* columns = columns_in(header)) return *columns;
  for (const Columns& columns : kKinds) {
    const bool has_at = column_of(header, columns.at) >= 0;
    if (!has_at && column_of(header, columns.share) < 0) continue;
    fail(ErrorKind::kData, reader.path(), ':', reader.line_number(), ": column '",
         has_at ? columns.share : columns.at, "' is missing, expected a header with ", columns.at, " and ",
         columns.share);
  }
  fail(ErrorKind::kData, reader.path(), ':', reader.line_number(),
       ": not a curve, expected a header with radius and accuracy, or x and y");
}

void check_falls(const PrintedCurve& curve, const Columns& columns) {
  for (std::size_t i = 1; i < curve.points.size(); ++i) {
    const auto& before = curve.points[i - 1];
    const auto& here = curve.points[i];
    if (here.at == before.at)
      fail(ErrorKind::kData, curve.path, ": ", columns.at, ' ', here.at, " appears twice");
    if (here.share > before.share + before.half_unit + here.half_unit + 1e-12) {
      fail(ErrorKind::kData, curve.path, ": ", columns.what, " rises from ", before.share, " at ", columns.at,
           ' ', before.at, " to ", here.share, " at ", columns.at, ' ', here.at,
           ", expected a falling curve; best over sigma instead of one model?");
    }
  }
}

}  // namespace

std::optional<PrintedCurve::Kind> printed_curve_kind(const std::string& path) {
  // A pipe can be read only once; it is assumed to be a log.
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return std::nullopt;
  LineReader reader(path);
  std::string_view line;
  if (!next_line(reader, line)) return std::nullopt;
  const auto header = cells(line);
  if (column_of(header, "idx") >= 0) return std::nullopt;
  const Columns* columns = columns_in(header);
  return columns == nullptr ? std::nullopt : std::optional(columns->kind);
}

PrintedCurve read_printed_curve(const std::string& path) {
  LineReader reader(path);
  std::string_view line;
  if (!next_line(reader, line))
    fail(ErrorKind::kData, path, ": empty file, expected a CSV with radius and accuracy, or x and y");
  const auto header = cells(line);
  const Columns& columns = expect_columns(header, reader);
  const auto at_column = static_cast<std::size_t>(column_of(header, columns.at));
  const auto share_column = static_cast<std::size_t>(column_of(header, columns.share));
  const std::size_t width = header.size();
  PrintedCurve curve{.kind = columns.kind, .path = path, .points = {}};
  int decimals = 0;  // the finest of the column: trailing zeros are often left out
  while (next_line(reader, line)) {
    const auto row = cells(line);
    if (row.size() != width) {
      fail(ErrorKind::kData, path, ':', reader.line_number(), ": found ", row.size(), " columns, expected ",
           width);
    }
    const auto value = [&](std::size_t column, std::string_view name, double most, const char* expected) {
      const auto parsed = parse_double(row[column]);
      if (!parsed || !(*parsed >= 0.0) || !(*parsed <= most) || std::isinf(*parsed)) {
        fail(ErrorKind::kData, path, ':', reader.line_number(), ": column '", name, "': found '", row[column],
             "', expected ", expected);
      }
      return *parsed;
    };
    const bool is_p = columns.kind == PrintedCurve::Kind::kPa;
    PrintedCurve::Point point;
    point.at = value(at_column, columns.at, is_p ? 1.0 : std::numeric_limits<double>::max(),
                     is_p ? "a probability from 0 to 1" : "a number of 0 or more");
    point.share =
        value(share_column, columns.share, 100.0, "a share from 0 to 1 or a percentage from 0 to 100");
    decimals = std::max(decimals, decimals_of(row[share_column]));
    curve.was_percent = curve.was_percent || point.share > 1.0;
    curve.points.push_back(point);
  }
  if (curve.points.empty()) fail(ErrorKind::kData, path, ": no rows after the header");
  const double unit = curve.was_percent ? 0.01 : 1.0;
  for (auto& point : curve.points) {
    point.share *= unit;
    point.half_unit = 0.5 * unit * std::pow(10.0, -decimals);
  }
  std::sort(curve.points.begin(), curve.points.end(),
            [](const auto& a, const auto& b) { return a.at < b.at; });
  check_falls(curve, columns);
  return curve;
}

}  // namespace certus
