#include "certus/record/accuracy_curve.h"

#include <algorithm>
#include <cmath>
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

/// Digits after the point, shifted by an exponent: what the last printed digit is worth is 10 to the minus
/// that.
int decimals_of(std::string_view text) {
  const std::size_t e = std::min(text.find_first_of("eE"), text.size());
  const std::size_t point = text.find('.');
  const int digits = point < e ? static_cast<int>(e - point - 1) : 0;
  const auto exponent =
      e < text.size() ? parse_int(text.substr(e + (text.substr(e + 1).starts_with('+') ? 2 : 1))) : 0;
  return digits - static_cast<int>(exponent.value_or(0));
}

}  // namespace

bool is_accuracy_curve(const std::string& path) {
  // A pipe can be read once only; it is taken for a log.
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  LineReader reader(path);
  std::string_view line;
  if (!next_line(reader, line)) return false;
  const auto header = cells(line);
  return column_of(header, "radius") >= 0 && column_of(header, "accuracy") >= 0 &&
         column_of(header, "idx") < 0;
}

AccuracyCurve read_accuracy_curve(const std::string& path) {
  LineReader reader(path);
  std::string_view line;
  if (!next_line(reader, line))
    fail(ErrorKind::kData, path, ": empty file, expected a CSV with radius and accuracy");
  const auto header = cells(line);
  const int radius_column = column_of(header, "radius");
  const int accuracy_column = column_of(header, "accuracy");
  if (radius_column < 0 || accuracy_column < 0) {
    fail(ErrorKind::kData, path, ':', reader.line_number(), ": column '",
         radius_column < 0 ? "radius" : "accuracy",
         "' is missing, expected a header with radius and accuracy");
  }
  const std::size_t width = header.size();
  AccuracyCurve curve;
  int decimals = 0;  // the finest of the column: trailing zeros are often left out
  while (next_line(reader, line)) {
    const auto row = cells(line);
    if (row.size() != width) {
      fail(ErrorKind::kData, path, ':', reader.line_number(), ": found ", row.size(), " columns, expected ",
           width);
    }
    const auto value = [&](int column, const char* name) {
      const std::string_view text = row[static_cast<std::size_t>(column)];
      const auto parsed = parse_double(text);
      if (!parsed || !(*parsed >= 0.0) || std::isinf(*parsed)) {
        fail(ErrorKind::kData, path, ':', reader.line_number(), ": column '", name, "': found '", text,
             "', expected a number of 0 or more");
      }
      return *parsed;
    };
    AccuracyCurve::Point point;
    point.radius = value(radius_column, "radius");
    point.accuracy = value(accuracy_column, "accuracy");
    decimals = std::max(decimals, decimals_of(row[static_cast<std::size_t>(accuracy_column)]));
    if (point.accuracy > 100.0) {
      fail(ErrorKind::kData, path, ':', reader.line_number(), ": column 'accuracy': found '", point.accuracy,
           "', expected a share up to 1 or a percentage up to 100");
    }
    curve.was_percent = curve.was_percent || point.accuracy > 1.0;
    curve.points.push_back(point);
  }
  if (curve.points.empty()) fail(ErrorKind::kData, path, ": no rows after the header");
  const double unit = curve.was_percent ? 0.01 : 1.0;
  for (auto& point : curve.points) {
    point.accuracy *= unit;
    point.half_unit = 0.5 * unit * std::pow(10.0, -decimals);
  }
  std::sort(curve.points.begin(), curve.points.end(),
            [](const auto& a, const auto& b) { return a.radius < b.radius; });
  for (std::size_t i = 1; i < curve.points.size(); ++i) {
    const auto& before = curve.points[i - 1];
    const auto& here = curve.points[i];
    if (here.radius == before.radius)
      fail(ErrorKind::kData, path, ": radius ", here.radius, " appears twice");
    if (here.accuracy > before.accuracy + before.half_unit + here.half_unit + 1e-12) {
      fail(ErrorKind::kData, path, ": accuracy rises from ", before.accuracy, " at radius ", before.radius,
           " to ", here.accuracy, " at radius ", here.radius,
           ", expected a falling curve; best over sigma instead of one model?");
    }
  }
  return curve;
}

}  // namespace certus
