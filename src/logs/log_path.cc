#include "certus/logs/log_path.h"

#include <algorithm>
#include <regex>
#include <string_view>
#include <vector>

#include "certus/base/number_text.h"
#include "certus/base/split_text.h"

namespace certus {
namespace {

/// Where sigma stands in a path: the number of a "noise_0.25" or "sigma_0.25", or that of a curve.
struct SigmaSpan {
  std::size_t begin;
  std::size_t end;
  double value;
};

/// The number at the end of a published curve's name: "ours_0.5.csv". It needs a point; "run_1.csv" has none.
std::optional<SigmaSpan> find_curve_sigma(const std::string& path) {
  constexpr std::string_view kEnding = ".csv";
  if (!path.ends_with(kEnding)) return std::nullopt;
  const std::size_t end = path.size() - kEnding.size();
  const std::size_t before = path.find_last_not_of("0123456789.", end - 1);
  if (end == 0 || before == std::string::npos || path[before] != '_') return std::nullopt;
  const std::string_view number = std::string_view(path).substr(before + 1, end - before - 1);
  const auto value = parse_double(number);
  if (!value || !(*value > 0.0) || number.find('.') == std::string_view::npos) return std::nullopt;
  return SigmaSpan{before + 1, end, *value};
}

/// All sigmas of a path, in order; the one of a curve where there is no other.
std::vector<SigmaSpan> find_sigmas(const std::string& path) {
  std::vector<SigmaSpan> found;
  for (const std::string_view word : {"noise", "sigma"}) {
    for (std::size_t at = path.find(word); at != std::string::npos; at = path.find(word, at + 1)) {
      std::size_t begin = at + word.size();
      if (begin < path.size() && (path[begin] == '_' || path[begin] == '-' || path[begin] == '=')) ++begin;
      std::size_t end = begin;
      bool point = false;
      while (end < path.size()) {
        const bool digit = path[end] >= '0' && path[end] <= '9';
        // A point belongs to the number only if a digit follows: "noise_0.5.tsv".
        const bool inner_point = !point && path[end] == '.' && end + 1 < path.size() &&
                                 path[end + 1] >= '0' && path[end + 1] <= '9';
        if (!digit && !inner_point) break;
        point = point || inner_point;
        ++end;
      }
      const auto value = parse_double(std::string_view(path).substr(begin, end - begin));
      if (value && *value > 0.0) found.push_back({begin, end, *value});
    }
  }
  std::sort(found.begin(), found.end(), [](auto& a, auto& b) { return a.begin < b.begin; });
  if (const auto curve = find_curve_sigma(path); curve && found.empty()) found.push_back(*curve);
  return found;
}

/// The path with "*" for the last sigma, and for the same one elsewhere: folders repeat it.
std::string without_sigma(std::string path) {
  const auto sigmas = find_sigmas(path);
  // Published logs of one method have the usual ending at one sigma and none at another.
  if (!sigmas.empty() && sigmas.back().end == path.size()) path += ".tsv";
  // Goes backwards, so that positions further to the front stay valid.
  for (auto sigma = sigmas.rbegin(); sigma != sigmas.rend(); ++sigma) {
    if (sigma->value == sigmas.back().value) path.replace(sigma->begin, sigma->end - sigma->begin, "*");
  }
  return path;
}

/// A seed at the end of a name, which sigma and the ending of a file may follow.
const std::regex& seed_pattern() {
  static const std::regex pattern(
      "(^|[-_.])seed[-_=]?([0-9]+)((?:[-_.](?:(?:noise|sigma)[-_=]?)?\\*)?(?:\\.[A-Za-z]\\w*)?)$");
  return pattern;
}

}  // namespace

std::optional<double> sigma_in_path(const std::string& path) {
  const auto found = find_sigmas(path);
  return found.empty() ? std::nullopt : std::optional<double>(found.back().value);
}

std::optional<std::string> seed_in_path(const std::string& path) {
  std::optional<std::string> seed;
  const std::string text = without_sigma(path);
  for (const std::string_view part : split_text(text, '/')) {
    std::match_results<std::string_view::const_iterator> match;
    if (std::regex_search(part.begin(), part.end(), match, seed_pattern())) seed = match[2].str();
  }
  return seed;
}

std::string method_path(const std::string& path) {
  const std::string text = without_sigma(path);
  std::string out;
  bool first = true;
  for (const std::string_view part : split_text(text, '/')) {
    std::string kept;
    std::regex_replace(std::back_inserter(kept), part.begin(), part.end(), seed_pattern(), "$3");
    // A folder whose name is only the seed is left out; "//" and the root stay as they are.
    if (kept.empty() && !part.empty()) continue;
    if (!first) out += '/';
    out += kept;
    first = false;
  }
  return out.empty() ? text : out;
}

}  // namespace certus
