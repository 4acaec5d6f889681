#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace certus {

enum class Format { kText, kMarkdown, kLatex, kCsv, kJson };

/// One value of a table: rounded for people, with all digits for CSV.
struct Cell {
  std::string text;  ///< for people
  std::string csv;   ///< for machines, in the same unit
};
Cell text_cell(std::string text);
Cell count_cell(std::int64_t value);            ///< grouped for people
Cell real_cell(double value, int decimals);     ///< fixed decimals for people
Cell exact_cell(double value);                  ///< shortest round-trip text everywhere
Cell percent_cell(double share, int decimals);  ///< times 100, as its column says; "-" for NaN
Cell optional_cell(const std::optional<double>& value, int decimals);  ///< "-" when empty

/// A table that knows nothing of its content. The first column is left-aligned, the others right.
struct Table {
  std::string title;
  std::vector<std::string> header;
  std::vector<std::vector<Cell>> rows;
};

/// As aligned text, Markdown, LaTeX (booktabs) or CSV (RFC 4180, the title as a # comment).
std::string render(const Table& table, Format format);

}  // namespace certus
