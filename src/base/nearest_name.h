#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace certus {

/// How many letters have to be inserted, deleted or replaced to turn one word into the other (Levenshtein
/// 1966).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// At most `count` names with the smallest distances from `word`. The nearest comes first; names at equal
/// distance keep the order given.
std::vector<std::string> nearest_names(std::string_view word, const std::vector<std::string>& names,
                                       std::size_t count);

/// "; did you mean evaluate?" where a name is so near that the word is probably a typing error: at most a
/// third of its letters, and at most three letters, have to change. Otherwise empty.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& names);

}  // namespace certus
