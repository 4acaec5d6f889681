#include "certus/report/csv_columns.h"

#include <algorithm>
#include <limits>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/number_text.h"

namespace certus {
namespace {

/// The cells of a line; quotes around a cell are removed, and doubled quotes inside become one.
std::vector<std::string> split_csv(std::string_view line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
      cells.back() += line[++i];
    } else if (c == '"' && (quoted || cells.back().empty())) {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

}  // namespace

CsvColumns::CsvColumns(const std::filesystem::path& path, std::vector<std::string> names, const char* what)
    : path_(path), names_(std::move(names)), cells_(names_.size()) {
  LineReader reader(path);
  std::string_view line;
  if (!reader.next(line)) fail(ErrorKind::kData, path, ": is empty, expected ", what);
  const auto header = split_csv(line);
  std::vector<std::size_t> places;
  for (const std::string& name : names_) {
    const auto found = std::find(header.begin(), header.end(), name);
    if (found == header.end())
      fail(ErrorKind::kData, path, " line 1: has no column '", name, "', expected ", what);
    places.push_back(static_cast<std::size_t>(found - header.begin()));
  }
  while (reader.next(line)) {
    if (!reader.line_is_whole()) break;
    auto cells = split_csv(line);
    if (cells.size() != header.size()) {
      fail(ErrorKind::kData, path, " line ", reader.line_number(), ": ", cells.size(), " columns, expected ",
           header.size(), "; damaged file?");
    }
    for (std::size_t i = 0; i < places.size(); ++i) cells_[i].push_back(std::move(cells[places[i]]));
    lines_.push_back(reader.line_number());
  }
}

std::size_t CsvColumns::place(const std::string& name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  CERTUS_CHECK(found != names_.end());
  return static_cast<std::size_t>(found - names_.begin());
}

const std::string& CsvColumns::text(std::size_t row, const std::string& name) const {
  return cells_[place(name)].at(row);
}

std::vector<double> CsvColumns::numbers(const std::string& name) const {
  const auto& cells = cells_[place(name)];
  std::vector<double> numbers;
  for (std::size_t row = 0; row < cells.size(); ++row) {
    const auto value =
        cells[row].empty() ? std::numeric_limits<double>::quiet_NaN() : parse_double(cells[row]);
    if (!value) {
      fail(ErrorKind::kData, path_, " line ", lines_[row], " column ", name, ": '", cells[row],
           "', expected a number");
    }
    numbers.push_back(*value);
  }
  return numbers;
}

std::vector<std::string> csv_header(const std::filesystem::path& path) {
  LineReader reader(path);
  std::string_view line;
  return reader.next(line) ? split_csv(line) : std::vector<std::string>{};
}

}  // namespace certus
