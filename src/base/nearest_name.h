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

}  // namespace certus
