#include "certus/report/table.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "certus/base/error.h"
#include "certus/base/number_text.h"

namespace certus {
namespace {

/// Width on a terminal: UTF-8 continuation bytes take no place.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string padded(const std::string& text, std::size_t width, bool left) {
  const std::string space(width - width_of(text), ' ');
  return left ? text + space : space + text;
}

std::vector<std::size_t> column_widths(const Table& table) {
  std::vector<std::size_t> widths;
  for (const auto& name : table.header) widths.push_back(width_of(name));
  for (const auto& row : table.rows) {
    CERTUS_CHECK(row.size() == table.header.size());
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], width_of(row[c].text));
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

std::string as_text(const Table& given) {
  const Table table = with_signs(given);
  const auto widths = column_widths(table);
  std::string out = table.title.empty() ? "" : table.title + "\n";
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
  if (table.marks) out += join_text("  ", words_for_marks(*table.marks, "*", "+", "-"), '\n');
  return out;
}

std::string escaped(const std::string& text, const std::string& special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string as_markdown(const Table& table) {
  std::string out = table.title.empty() ? "" : "**" + table.title + "**\n\n";
  const auto cell = [](const std::string& text) { return escaped(text, "|*_"); };
  const auto marked = [&](const Cell& value) {
    std::string text = cell(value.text);
    if (value.marks.worse) text = "*" + text + "*";
    if (value.marks.best) text = "**" + text + "**";
    if (value.marks.second) text = "<u>" + text + "</u>";
    return text;
  };
  out += "|";
  for (const auto& name : table.header) out += " " + cell(name) + " |";
  out += "\n|";
  for (std::size_t c = 0; c < table.header.size(); ++c) out += c < table.left_columns ? " :-- |" : " --: |";
  out += "\n";
  for (const auto& row : table.rows) {
    out += "|";
    for (const auto& value : row) out += " " + marked(value) + " |";
    out += "\n";
  }
  if (table.marks) {
    const MarkWords words{.where = cell(table.marks->where), .worse = cell(table.marks->worse)};
    out += join_text('\n', words_for_marks(words, "**bold**", "<u>underlined</u>", "*italic*"), '\n');
  }
  return out;
}

/// Letters that tables of papers have: how LaTeX and plain text write them.
struct Symbol {
  std::string_view text, latex, plain;
};
constexpr std::array<Symbol, 2> kSymbols = {
    {{"p_A \u2265", "$p_A \\geq$", "p_A >="}, {"\u03c3", "$\\sigma$", "sigma"}}};

/// The symbol that a text begins with, or none.
const Symbol* symbol_at(std::string_view text) {
  const auto found = std::find_if(kSymbols.begin(), kSymbols.end(),
                                  [&](const Symbol& symbol) { return text.starts_with(symbol.text); });
  return found == kSymbols.end() ? nullptr : &*found;
}

std::string latex_text(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (const Symbol* symbol = symbol_at(std::string_view(text).substr(i))) {
      out += symbol->latex;
      i += symbol->text.size() - 1;
      continue;
    }
    const char c = text[i];
    switch (c) {
      case '\\':
        out += "\\textbackslash{}";
        break;
      case '~':
        out += "\\textasciitilde{}";
        break;
      case '^':
        out += "\\textasciicircum{}";
        break;
      case '<':
        out += "$<$";
        break;
      case '>':
        out += "$>$";
        break;
      default:
        if (std::string("#$%&_{}").find(c) != std::string::npos) out += '\\';
        out += c;
    }
  }
  return out;
}

std::string as_latex(const Table& table) {
  // Tables with marks are made for papers, and as wide as both of their columns.
  const char* environment = table.marks ? "table*" : "table";
  std::string out;
  if (table.marks) out += "% needs \\usepackage{booktabs} and \\usepackage{xcolor}\n";
  out += join_text("\\begin{", environment, "}\n\\centering\n");
  std::string caption = latex_text(table.title);
  if (table.marks) {
    const MarkWords words{.where = latex_text(table.marks->where), .worse = latex_text(table.marks->worse)};
    caption += join_text(
        caption.empty() ? "" : ". ",
        words_for_marks(words, "\\textbf{Bold}:", "\\underline{underlined}:", "\\textcolor{gray}{grey}:"),
        '.');
  }
  if (!caption.empty()) out += "\\caption{" + caption + "}\n";
  if (table.marks) out += "\\small\n\\setlength{\\tabcolsep}{4pt}\n";
  out += "\\begin{tabular}{" + std::string(table.left_columns, 'l') +
         std::string(table.header.size() - table.left_columns, 'r') + "}\n\\toprule\n";
  const auto line = [&](auto cell_of) {
    for (std::size_t c = 0; c < table.header.size(); ++c) out += (c == 0 ? "" : " & ") + cell_of(c);
    out += " \\\\\n";
  };
  const auto marked = [](const Cell& cell) {
    std::string text = latex_text(cell.text);
    if (cell.marks.best) text = "\\textbf{" + text + "}";
    if (cell.marks.second) text = "\\underline{" + text + "}";
    if (cell.marks.worse) text = "\\textcolor{gray}{" + text + "}";
    return text;
  };
  line([&](std::size_t c) { return latex_text(table.header[c]); });
  out += "\\midrule\n";
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    if (starts_group(table, r)) out += "\\midrule\n";
    line([&](std::size_t c) { return marked(table.rows[r][c]); });
  }
  return out + join_text("\\bottomrule\n\\end{tabular}\n\\end{", environment, "}\n");
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

std::string plain_text(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const Symbol* symbol = symbol_at(std::string_view(text).substr(i));
    if (symbol == nullptr) {
      out += text[i];
      continue;
    }
    out += symbol->plain;
    i += symbol->text.size() - 1;
  }
  return out;
}

std::string as_csv(const Table& table) {
  std::string out = table.title.empty() ? "" : "# " + table.title + "\n";
  const auto line = [&](auto cell_of, auto mark_of) {
    for (std::size_t c = 0; c < table.header.size(); ++c) {
      out += (c == 0 ? "" : ",") + cell_of(c);
      if (table.marks && c >= table.left_columns) out += "," + mark_of(c);
    }
    out += "\n";
  };
  line([&](std::size_t c) { return csv_field(plain_text(table.header[c])); },
       [&](std::size_t c) { return csv_field(plain_text(table.header[c]) + " mark"); });
  for (const auto& row : table.rows) {
    line([&](std::size_t c) { return row[c].csv; },
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
  return {fixed_text(value, decimals), round_trip_text(value)};
}
Cell exact_cell(double value) {
  return {round_trip_text(value), round_trip_text(value)};
}
Cell percent_cell(double share, int decimals) {
  return real_cell(100.0 * share, decimals);
}
Cell optional_cell(const std::optional<double>& value, int decimals) {
  return value ? real_cell(*value, decimals) : text_cell("-");
}

std::string render(const Table& table, Format format) {
  switch (format) {
    case Format::kText:
      return as_text(table);
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
