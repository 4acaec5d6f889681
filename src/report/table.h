#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace certus {

enum class Format { kText, kMarkdown, kLatex, kCsv, kJson };

/// How a value stands out among those it is compared with; more than one mark may hold.
struct Marks {
  bool best = false;
  bool second = false;
  bool worse = false;  ///< than the value that all are measured by
};

std::vector<std::string> mark_names(const Marks& marks);  ///< "best", "second", "worse"

/// One value of a table: rounded for people, with all digits for CSV.
struct Cell {
  std::string text;  ///< for people
  std::string csv;   ///< for machines, in the same unit
  Marks marks = {};
  std::string csv_deviation = {};  ///< of a mean, for machines; people have it in the text
};
Cell text_cell(std::string text);
Cell count_cell(std::int64_t value);                   ///< grouped for people
Cell real_cell(double value, int decimals);            ///< fixed decimals for people
Cell exact_cell(double value);                         ///< shortest round-trip text everywhere
std::string percent_text(double share, int decimals);  ///< times 100, without the sign
Cell percent_cell(double share, int decimals);         ///< times 100, as its column says; "-" for NaN
Cell optional_cell(const std::optional<double>& value, int decimals);  ///< "-" when empty

/// Words for the marks of a table: "within each sigma", "worse than gaussian".
struct MarkWords {
  std::string where;
  std::string worse;  ///< empty: no value is worse
};

/// A table that knows nothing of its content.
struct Table {
  std::string title;
  std::vector<std::string> header;
  std::vector<std::vector<Cell>> rows;
  std::size_t left_columns = 1;                ///< names, left-aligned; the others are numbers
  std::vector<std::size_t> group_starts = {};  ///< rows that begin another group
  std::optional<MarkWords> marks = {};         ///< of tables that mark values
  bool is_wide = false;                        ///< as text it may be shown in parts that fit a terminal
};

/// The table in parts that are at most `width` columns of text wide, each with the names on the left; one
/// part where it fits. A single column may be wider.
std::vector<Table> in_parts(const Table& table, std::size_t width);

/// As aligned text, Markdown, LaTeX (booktabs) or CSV (RFC 4180, the title as a # comment). Marks are signs
/// behind the numbers in text, bold, underlined and italic in Markdown, bold, underlined and grey in LaTeX,
/// columns of their own in CSV; a line says what they mean. Deviations have columns of their own in CSV, too.
std::string render(const Table& table, Format format);

}  // namespace certus
