#include "certus/report/table.h"

#include <algorithm>
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

std::string as_text(const Table& table) {
  const auto widths = column_widths(table);
  std::string out = table.title.empty() ? "" : table.title + "\n";
  const auto line = [&](auto cell_of) {
    std::string text = "  ";
    for (std::size_t c = 0; c < widths.size(); ++c)
      text += (c == 0 ? "" : "  ") + padded(cell_of(c), widths[c], c == 0);
    while (text.back() == ' ') text.pop_back();
    out += text + "\n";
  };
  line([&](std::size_t c) { return table.header[c]; });
  line([&](std::size_t c) { return std::string(widths[c], '-'); });
  for (const auto& row : table.rows) line([&](std::size_t c) { return row[c].text; });
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
  out += "|";
  for (const auto& name : table.header) out += " " + cell(name) + " |";
  out += "\n|";
  for (std::size_t c = 0; c < table.header.size(); ++c) out += c == 0 ? " :-- |" : " --: |";
  out += "\n";
  for (const auto& row : table.rows) {
    out += "|";
    for (const auto& value : row) out += " " + cell(value.text) + " |";
    out += "\n";
  }
  return out;
}

std::string latex_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
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
  std::string out = "\\begin{table}\n\\centering\n";
  if (!table.title.empty()) out += "\\caption{" + latex_text(table.title) + "}\n";
  out += "\\begin{tabular}{l" + std::string(table.header.size() - 1, 'r') + "}\n\\toprule\n";
  const auto line = [&](auto cell_of) {
    for (std::size_t c = 0; c < table.header.size(); ++c)
      out += (c == 0 ? "" : " & ") + latex_text(cell_of(c));
    out += " \\\\\n";
  };
  line([&](std::size_t c) { return table.header[c]; });
  out += "\\midrule\n";
  for (const auto& row : table.rows) line([&](std::size_t c) { return row[c].text; });
  return out + "\\bottomrule\n\\end{tabular}\n\\end{table}\n";
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

std::string as_csv(const Table& table) {
  std::string out = table.title.empty() ? "" : "# " + table.title + "\n";
  for (std::size_t c = 0; c < table.header.size(); ++c)
    out += (c == 0 ? "" : ",") + csv_field(table.header[c]);
  out += "\n";
  for (const auto& row : table.rows) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      out += (c == 0 ? "" : ",") + row[c].csv;
    }
    out += "\n";
  }
  return out;
}

}  // namespace

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
