#include "certus/report/table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/base/utf8.h"
#include "certus/base/wrapped_text.h"
#include "certus/report/markup_text.h"

namespace certus {
namespace {

std::string padded(const std::string& text, std::size_t width, bool left) {
  const std::string space(width - columns_of(text), ' ');
  return left ? text + space : space + text;
}

std::vector<std::size_t> column_widths(const Table& table) {
  std::vector<std::size_t> widths;
  for (const auto& name : table.header) widths.push_back(columns_of(name));
  for (const auto& row : table.rows) {
    CERTUS_CHECK(row.size() == table.header.size());
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], columns_of(row[c].text));
  }
  return widths;
}

bool starts_group(const Table& table, std::size_t row) {
  return std::find(table.group_starts.begin(), table.group_starts.end(), row) != table.group_starts.end();
}

/// "bold: best, underlined: second, grey: worse than x; within each sigma".
std::string words_for_marks(const MarkWords& words, const char* best, const char* second, const char* worse) {
  std::string out = join_text(best, " best, ", second, " second");
  if (!words.worse.empty()) out += join_text(", ", worse, ' ', words.worse);
  return join_text(out, "; ", words.where);
}

/// The table with every text in one line, whatever names have in them.
Table in_lines(Table table) {
  table.title = one_line(table.title);
  for (std::string& name : table.header) name = one_line(name);
  for (auto& row : table.rows) {
    for (Cell& cell : row) cell.text = one_line(cell.text);
  }
  if (table.marks) table.marks->worse = one_line(table.marks->worse);
  return table;
}

/// The table with marks written behind the numbers, so that numbers stay below each other.
Table with_signs(Table table) {
  if (!table.marks) return table;
  const auto signs = [](const Marks& marks) {
    return std::string(marks.best ? "*" : marks.second ? "+" : "") + (marks.worse ? "-" : "");
  };
  for (std::size_t c = table.left_columns; c < table.header.size(); ++c) {
    std::size_t widest = 0;
    for (const auto& row : table.rows) widest = std::max(widest, signs(row[c].marks).size());
    for (auto& row : table.rows) {
      std::string text = signs(row[c].marks);
      text.resize(widest, ' ');
      row[c].text += text;
    }
    table.header[c] += std::string(widest, ' ');
  }
  return table;
}

/// Title, header and rows, whose marks are signs already.
std::string text_of_part(const Table& table, std::size_t columns) {
  const auto widths = column_widths(table);
  std::string out = table.title.empty() ? "" : wrapped_text(table.title, columns, {.others = 2});
  const auto line = [&](auto cell_of) {
    std::string text = "  ";
    for (std::size_t c = 0; c < widths.size(); ++c)
      text += (c == 0 ? "" : "  ") + padded(cell_of(c), widths[c], c < table.left_columns);
    while (text.back() == ' ') text.pop_back();
    out += text + "\n";
  };
  line([&](std::size_t c) { return table.header[c]; });
  line([&](std::size_t c) { return std::string(widths[c], '-'); });
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    if (starts_group(table, r)) out += "\n";
    line([&](std::size_t c) { return table.rows[r][c].text; });
  }
  return out;
}

std::string as_text(const Table& given, std::size_t columns) {
  const Table table = with_signs(in_lines(given));
  std::string out;
  for (const Table& part : in_parts(table, columns))
    out += (out.empty() ? "" : "\n") + text_of_part(part, columns);
  if (table.marks) {
    out += wrapped_text(words_for_marks(*table.marks, "*", "+", "-"), columns, {.first = 2, .others = 2});
  }
  return out;
}

std::string as_markdown(const Table& table) {
  std::string out = table.title.empty() ? "" : "**" + markdown_text(table.title) + "**\n\n";
  const auto marked = [&](const Cell& value) {
    std::string text = markdown_text(value.text);
    if (value.marks.worse) text = "*" + text + "*";
    if (value.marks.best) text = "**" + text + "**";
    if (value.marks.second) text = "<u>" + text + "</u>";
    return text;
  };
  out += "|";
  for (const auto& name : table.header) out += " " + markdown_text(name) + " |";
  out += "\n|";
  for (std::size_t c = 0; c < table.header.size(); ++c) out += c < table.left_columns ? " :-- |" : " --: |";
  out += "\n";
  for (const auto& row : table.rows) {
    out += "|";
    for (const auto& value : row) out += " " + marked(value) + " |";
    out += "\n";
  }
  if (table.marks) {
    const MarkWords words{.where = markdown_text(table.marks->where),
                          .worse = markdown_text(table.marks->worse)};
    out += join_text('\n', words_for_marks(words, "**bold**", "<u>underlined</u>", "*italic*"), '\n');
  }
  return out;
}

std::string as_latex(const Table& table) {
  // Tables with marks are made for papers, and as wide as both of their columns; with more columns than
  // that they are made smaller.
  constexpr std::size_t kMostColumns = 14;
  const bool wide = table.marks && table.header.size() > kMostColumns;
  const char* environment = table.marks ? "table*" : "table";
  std::size_t replaced = 0;
  const auto latex = [&](const std::string& text) { return latex_text(text, replaced); };
  std::string out;
  out += join_text("\\begin{", environment, "}\n\\centering\n");
  std::string caption = latex(table.title);
  if (table.marks) {
    const MarkWords words{.where = latex(table.marks->where), .worse = latex(table.marks->worse)};
    caption += join_text(
        caption.empty() ? "" : ". ",
        words_for_marks(words, "\\textbf{Bold}:", "\\underline{underlined}:", "\\textcolor{gray}{grey}:"),
        '.');
  }
  if (!caption.empty()) out += "\\caption{" + caption + "}\n";
  if (table.marks) out += "\\small\n\\setlength{\\tabcolsep}{4pt}\n";
  if (wide) out += "\\resizebox{\\textwidth}{!}{%\n";
  out += "\\begin{tabular}{" + std::string(table.left_columns, 'l') +
         std::string(table.header.size() - table.left_columns, 'r') + "}\n\\toprule\n";
  const auto line = [&](auto cell_of) {
    const std::string first = cell_of(0);
    // After \\ and \midrule LaTeX takes [ for the begin of an argument, and * for a variant of the command.
    const std::size_t begin = first.find_first_not_of(' ');
    if (begin != first.npos && (first[begin] == '[' || first[begin] == '*')) out += "{}";
    out += first;
    for (std::size_t c = 1; c < table.header.size(); ++c) out += " & " + cell_of(c);
    out += " \\\\\n";
  };
  const auto marked = [&](const Cell& cell) {
    std::string text = latex(cell.text);
    if (cell.marks.best) text = "\\textbf{" + text + "}";
    if (cell.marks.second) text = "\\underline{" + text + "}";
    if (cell.marks.worse) text = "\\textcolor{gray}{" + text + "}";
    return text;
  };
  line([&](std::size_t c) { return latex(table.header[c]); });
  out += "\\midrule\n";
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    if (starts_group(table, r)) out += "\\midrule\n";
    line([&](std::size_t c) { return marked(table.rows[r][c]); });
  }
  out += join_text("\\bottomrule\n\\end{tabular}", wide ? "}" : "", "\n\\end{", environment, "}\n");
  std::string comments;
  if (table.marks) {
    comments += join_text("% needs \\usepackage{booktabs}", wide ? ", \\usepackage{graphicx}" : "",
                          " and \\usepackage{xcolor}\n");
  }
  if (replaced > 0) {
    comments += join_text("% ", replaced, replaced == 1 ? " character" : " characters",
                          " that pdflatex cannot set without further packages: shown as ?\n");
  }
  return comments + out;
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

/// Ten digits carry more than any share, mean or probability that is shown, and less than the rounding errors
/// of double arithmetic: 100 * 0.487 is 48.7, not 48.699999999999996.
std::string ten_digit_text(double value) {
  std::array<char, 32> buffer{};
  const auto result =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, 10);
  return {buffer.data(), result.ptr};
}

/// Names of columns in ASCII, for programs that read them.
std::string plain_text(std::string text) {
  for (const auto& [symbol, plain] : {std::pair{"\u2265", ">="}, {"\u03c3", "sigma"}}) {
    for (std::size_t at = 0; (at = text.find(symbol, at)) != text.npos;)
      text.replace(at, std::string_view(symbol).size(), plain);
  }
  return text;
}

std::string as_csv(const Table& table) {
  std::string out = table.title.empty() ? "" : "# " + one_line(table.title) + "\n";
  std::vector<bool> has_deviation(table.header.size(), false);
  for (const auto& row : table.rows) {
    for (std::size_t c = 0; c < row.size(); ++c)
      has_deviation[c] = has_deviation[c] || !row[c].csv_deviation.empty();
  }
  const auto line = [&](auto cell_of, auto deviation_of, auto mark_of) {
    for (std::size_t c = 0; c < table.header.size(); ++c) {
      out += (c == 0 ? "" : ",") + cell_of(c);
      if (has_deviation[c]) out += "," + deviation_of(c);
      if (table.marks && c >= table.left_columns) out += "," + mark_of(c);
    }
    out += "\n";
  };
  line([&](std::size_t c) { return csv_field(plain_text(valid_utf8(table.header[c]))); },
       [&](std::size_t c) { return csv_field(plain_text(table.header[c]) + " sd"); },
       [&](std::size_t c) { return csv_field(plain_text(table.header[c]) + " mark"); });
  for (const auto& row : table.rows) {
    line([&](std::size_t c) { return valid_utf8(row[c].csv); },
         [&](std::size_t c) { return row[c].csv_deviation; },
         [&](std::size_t c) {
           std::string words;
           for (const std::string& word : mark_names(row[c].marks))
             words += (words.empty() ? "" : " ") + word;
           return words;
         });
  }
  return out;
}

}  // namespace

std::vector<std::string> mark_names(const Marks& marks) {
  std::vector<std::string> names;
  if (marks.best) names.emplace_back("best");
  if (marks.second) names.emplace_back("second");
  if (marks.worse) names.emplace_back("worse");
  return names;
}

Cell text_cell(std::string text) {
  std::string csv = csv_field(text);
  return {std::move(text), std::move(csv)};
}
Cell count_cell(std::int64_t value) {
  return {grouped_text(value), std::to_string(value)};
}
Cell real_cell(double value, int decimals) {
  if (!std::isfinite(value)) return text_cell(std::isinf(value) ? "inf" : "-");
  return {fixed_text(value, decimals), ten_digit_text(value)};
}
Cell exact_cell(double value) {
  return {round_trip_text(value), round_trip_text(value)};
}
std::string percent_text(double share, int decimals) {
  return fixed_text(100.0 * share, decimals);
}
Cell percent_cell(double share, int decimals) {
  return real_cell(100.0 * share, decimals);
}
Cell optional_cell(const std::optional<double>& value, int decimals) {
  return value ? real_cell(*value, decimals) : text_cell("-");
}

std::vector<Table> in_parts(const Table& table, std::size_t columns) {
  const auto widths = column_widths(table);
  const std::size_t keys = table.key_columns > 0 ? table.key_columns : table.left_columns;
  constexpr std::size_t kBetween = 2;
  std::size_t names = 0;
  for (std::size_t c = 0; c < keys; ++c) names += kBetween + widths[c];
  std::vector<Table> parts;
  std::size_t used = 0;
  for (std::size_t c = keys; c < table.header.size(); ++c) {
    if (parts.empty() || used + kBetween + widths[c] > columns) {
      Table part = table;
      part.header.resize(keys);
      for (auto& row : part.rows) row.resize(keys);
      parts.push_back(std::move(part));
      used = names;
    }
    Table& part = parts.back();
    part.header.push_back(table.header[c]);
    for (std::size_t r = 0; r < table.rows.size(); ++r) part.rows[r].push_back(table.rows[r][c]);
    used += kBetween + widths[c];
  }
  if (parts.empty()) parts.push_back(table);
  return parts;
}

std::string render(const Table& table, Format format, std::size_t columns) {
  switch (format) {
    case Format::kText:
      return as_text(table, columns);
    case Format::kMarkdown:
      return as_markdown(table);
    case Format::kLatex:
      return as_latex(table);
    case Format::kCsv:
      return as_csv(table);
    case Format::kJson:
      break;
  }
  CERTUS_CHECK(format != Format::kJson);
  return {};
}

}  // namespace certus
