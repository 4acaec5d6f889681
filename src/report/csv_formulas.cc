#include "certus/report/csv_formulas.h"

#include "certus/base/number_text.h"

namespace certus {
namespace {

/// Whether a spreadsheet would compute what begins here.
bool is_formula(std::string_view text) {
  constexpr std::string_view kBegin = "=+-@\t\r";
  if (text.empty() || kBegin.find(text.front()) == text.npos) return false;
  const std::string_view field = text.substr(0, text.find_first_of(",;\t\n\"", 1));
  const std::string_view number = field.starts_with('+') ? field.substr(1) : field;
  return field != "-" && !parse_double(number);
}

}  // namespace

std::string without_formulas(std::string_view csv) {
  constexpr std::string_view kBetween = ",;\t\n";
  std::string out;
  bool at_begin = true;  // of a field
  for (std::size_t at = 0; at < csv.size(); ++at) {
    if (at_begin && is_formula(csv.substr(at))) out += '\'';
    // Blanks and the quote before a field are no part of it for a spreadsheet. Within quotes a field may
    // begin for one that expects another separator.
    at_begin = kBetween.find(csv[at]) != kBetween.npos || (at_begin && (csv[at] == '"' || csv[at] == ' '));
    out += csv[at];
  }
  return out;
}

}  // namespace certus
