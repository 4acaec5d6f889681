#pragma once

#include <string>
#include <string_view>

namespace certus {

inline constexpr char32_t kReplacementCharacter = U'\uFFFD';

/// Removes the first character from a text in UTF-8, which must not be empty. A byte that does not begin
/// a valid character (another encoding, a character that is cut off or longer than necessary) counts as
/// one replacement character.
char32_t take_character(std::string_view& text);

void append_character(std::string& text, char32_t character);

/// The text as valid UTF-8. File names can contain any bytes, but what is printed of them is read as text.
std::string valid_utf8(std::string_view text);

/// The same on one line: control characters, and characters that end lines elsewhere, become spaces.
std::string one_line(std::string_view text);

/// The text as a terminal may show it: line breaks and tabs stay, and characters that would act instead of
/// being seen (control characters of C0 and C1, marks that change the direction of writing, other ends of
/// lines) become \u001b, as JSON writes them. So JSON keeps its meaning.
std::string visible_text(std::string_view text);

}  // namespace certus
