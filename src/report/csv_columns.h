#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace certus {

/// Columns of a CSV file (RFC 4180, one line per row), found by their names.
class CsvColumns {
 public:
  /// Reads the columns named. A last line without an end is left out: a run may still be writing. Fails,
  /// naming line and column, where one is missing or a row has another number of cells.
  /// @param what  the file expected, for errors: "train.csv of a training run"
  CsvColumns(const std::filesystem::path& path, std::vector<std::string> names, const char* what);

  std::size_t rows() const { return lines_.size(); }
  const std::string& text(std::size_t row, const std::string& name) const;
  /// Numbers; NaN where a cell is empty. Fails, naming line and column, on anything else.
  std::vector<double> numbers(const std::string& name) const;

 private:
  std::size_t place(const std::string& name) const;

  std::filesystem::path path_;
  std::vector<std::string> names_;
  std::vector<std::vector<std::string>> cells_;  ///< by name, then by row
  std::vector<std::size_t> lines_;               ///< where each row stands
};

/// The names in the first line of a CSV file.
std::vector<std::string> csv_header(const std::filesystem::path& path);

}  // namespace certus
