#include "certus/base/nearest_name.h"

#include <algorithm>

namespace certus {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

std::vector<std::string> nearest_names(std::string_view word, const std::vector<std::string>& names,
                                       std::size_t count) {
  std::vector<std::string> nearest = names;
  std::stable_sort(nearest.begin(), nearest.end(), [&](const std::string& a, const std::string& b) {
    return edit_distance(word, a) < edit_distance(word, b);
  });
  nearest.resize(std::min(count, nearest.size()));
  return nearest;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& names) {
  const auto nearest = nearest_names(word, names, 1);
  if (nearest.empty()) return "";
  const std::size_t most = std::min<std::size_t>(3, std::max<std::size_t>(1, nearest[0].size() / 3));
  return edit_distance(word, nearest[0]) <= most ? "; did you mean " + nearest[0] + "?" : "";
}

}  // namespace certus
