#pragma once

#include <string>
#include <string_view>

namespace certus {

inline constexpr char32_t kReplacementCharacter = U'\uFFFD';

/// Takes the first character off a text in UTF-8, which must not be empty. A byte that begins none (of
/// another encoding, cut off, or longer than it need be) counts as one replacement character.
char32_t take_character(std::string_view& text);

void append_character(std::string& text, char32_t character);

/// The text as UTF-8: names of files are any bytes, what is printed of them is read as text.
std::string valid_utf8(std::string_view text);

/// The same in one line: control characters, and what ends lines elsewhere, become spaces.
std::string one_line(std::string_view text);

}  // namespace certus
