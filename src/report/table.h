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

/// One value of a table: rounded for people, with more digits for CSV.
struct Cell {
  std::string text;  ///< for people
  std::string csv;   ///< for machines, in the same unit
  Marks marks = {};
  std::string csv_deviation = {};  ///< of a mean, for machines; people have it in the text
};
Cell text_cell(std::string text);
Cell count_cell(std::int64_t value);                   ///< grouped for people
Cell real_cell(double value, int decimals);            ///< fixed decimals for people, 10 digits for CSV
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
  std::size_t key_columns = 0;                 ///< say what a row is about; 0: those on the left
};

/// Columns of a line of text where no terminal says otherwise.
inline constexpr std::size_t kTextColumns = 100;

/// The table in parts that are at most `columns` of text wide, each with the key columns; one part where it
/// fits. A part has at least one other column, and is then as wide as that needs.
std::vector<Table> in_parts(const Table& table, std::size_t columns);

/// As aligned text, Markdown, LaTeX (booktabs) or CSV (RFC 4180, the title as a # comment). Text is shown in
/// parts where the table is wider than `columns`. Marks are signs behind the numbers in text, bold,
/// underlined and italic in Markdown, bold, underlined and grey in LaTeX, columns of their own in CSV; a line
/// says what they mean. Deviations have columns of their own in CSV, too.
std::string render(const Table& table, Format format, std::size_t columns = kTextColumns);

}  // namespace certus
