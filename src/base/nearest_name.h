#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace certus {

/// How many letters have to be inserted, deleted or replaced to make one word of the other (Levenshtein
/// 1966).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The at most `count` names with the smallest distances from `word`, nearest first, equals in the order
/// given.
std::vector<std::string> nearest_names(std::string_view word, const std::vector<std::string>& names,
                                       std::size_t count);

/// "; did you mean evaluate?" where a name is so near that the word is likely a slip: at most a third of its
/// letters, and at most three, have to change. Else nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& names);

}  // namespace certus
