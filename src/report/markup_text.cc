#include "certus/report/markup_text.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "certus/base/utf8.h"

namespace certus {
namespace {

struct Spelling {
  char32_t character;
  std::string_view latex;
};
constexpr std::array<Spelling, 19> kSpellings = {{{U'\\', "\\textbackslash{}"},
                                                  {U'~', "\\textasciitilde{}"},
                                                  {U'^', "\\textasciicircum{}"},
                                                  {U'`', "\\textasciigrave{}"},
                                                  {U'|', "\\textbar{}"},
                                                  {U'"', "''"},
                                                  {U'<', "$<$"},
                                                  {U'>', "$>$"},
                                                  {U'#', "\\#"},
                                                  {U'$', "\\$"},
                                                  {U'%', "\\%"},
                                                  {U'&', "\\&"},
                                                  {U'_', "\\_"},
                                                  {U'{', "\\{"},
                                                  {U'}', "\\}"},
                                                  {U'\u00a0', "~"},
                                                  {U'\u2212', "$-$"},
                                                  {U'\u2264', "$\\leq$"},
                                                  {U'\u2265', "$\\geq$"}}};

// From U+0391 on; empty: a letter that Latin has, too, and that LaTeX's mathematics has no name for.
constexpr std::array<std::string_view, 25> kGreekCapitals = {
    "",   "", "Gamma", "Delta", "", "",      "", "Theta",   "",    "", "Lambda", "",     "",
    "Xi", "", "Pi",    "",      "", "Sigma", "", "Upsilon", "Phi", "", "Psi",    "Omega"};
// From U+03B1 on.
constexpr std::array<std::string_view, 25> kGreekLetters = {
    "alpha", "beta",   "gamma",   "delta", "epsilon", "zeta", "eta",  "theta", "iota",
    "kappa", "lambda", "mu",      "nu",    "xi",      "",     "pi",   "rho",   "varsigma",
    "sigma", "tau",    "upsilon", "phi",   "chi",     "psi",  "omega"};

/// The name of a Greek letter in LaTeX's mathematics; empty: it has none.
std::string_view greek_name(char32_t character) {
  constexpr char32_t kCapitalAlpha = 0x391;
  constexpr char32_t kAlpha = 0x3B1;
  if (character >= kAlpha && character < kAlpha + kGreekLetters.size())
    return kGreekLetters[character - kAlpha];
  if (character >= kCapitalAlpha && character < kCapitalAlpha + kGreekCapitals.size())
    return kGreekCapitals[character - kCapitalAlpha];
  return {};
}

/// What pdflatex reads as UTF-8 in every encoding of fonts: letters of Western Europe, dashes and quotes.
bool is_set_by_pdflatex(char32_t c) {
  constexpr std::u32string_view kOthers =
      U"\u00a7\u00a9\u00b0\u00b1\u00b5\u00b7\u00d7\u00f7\u2013\u2014"
      U"\u2018\u2019\u201c\u201d\u2026";
  constexpr std::u32string_view kIcelandic = U"\u00d0\u00de\u00f0\u00fe";
  if (c < 0x80 || kOthers.find(c) != kOthers.npos) return true;
  return c >= 0xC0 && c <= 0xFF && kIcelandic.find(c) == kIcelandic.npos;
}

}  // namespace

std::string markdown_text(const std::string& text) {
  std::string out;
  for (const char c : one_line(text)) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '&') {
      out += "&amp;";
    } else {
      if (std::string_view("\\`|*_[]~$").find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
  }
  return out;
}

std::string latex_text(const std::string& text, std::size_t& replaced) {
  constexpr std::string_view kShareOfVotes = "p_A \u2265";
  std::string out;
  const std::string line = one_line(text);
  for (std::string_view rest = line; !rest.empty();) {
    if (rest.starts_with(kShareOfVotes)) {
      out += "$p_A \\geq$";
      rest.remove_prefix(kShareOfVotes.size());
      continue;
    }
    const char32_t character = take_character(rest);
    const auto spelling = std::find_if(kSpellings.begin(), kSpellings.end(),
                                       [&](const Spelling& s) { return s.character == character; });
    const std::string_view greek = greek_name(character);
    if (spelling != kSpellings.end()) {
      out += spelling->latex;
    } else if (!greek.empty()) {
      out.append("$\\").append(greek).append("$");
    } else if (character == U'-') {
      out += out.ends_with('-') ? "{}-" : "-";  // two of them would be a dash
    } else if (is_set_by_pdflatex(character)) {
      append_character(out, character);
    } else {
      out += '?';
      ++replaced;
    }
  }
  return out;
}

}  // namespace certus
