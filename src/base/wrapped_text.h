#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace certus {

/// Columns that a text in UTF-8 takes on a terminal, one per character.
std::size_t columns_of(std::string_view text);

/// Blanks before the first line of a text and before all others.
struct Indent {
  std::size_t first = 0, others = 0;
};

/// The text in lines of at most `columns`, broken at blanks, each with an end. Line breaks in the text stay.
/// A word that is longer than a line stands on a line by itself.
std::string wrapped_text(std::string_view text, std::size_t columns, Indent indent = {});

}  // namespace certus
