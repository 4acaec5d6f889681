#include "certus/base/utf8.h"

#include <algorithm>
#include <array>

#include "certus/base/error.h"

namespace certus {
namespace {

/// For a character whose first byte is `first`: its number of bytes, the bits of that byte that count, and
/// the smallest character that needs that many bytes.
struct Form {
  std::size_t bytes;
  unsigned char mask;
  char32_t least;
};
Form form_of(unsigned char first) {
  if (first < 0x80) return {1, 0x7F, 0};
  if (first >= 0xC0 && first < 0xE0) return {2, 0x1F, 0x80};
  if (first >= 0xE0 && first < 0xF0) return {3, 0x0F, 0x800};
  if (first >= 0xF0 && first < 0xF8) return {4, 0x07, 0x10000};
  return {0, 0, 0};
}

bool is_character(char32_t value) {
  return value < 0xD800 || (value > 0xDFFF && value <= 0x10FFFF);
}

}  // namespace

char32_t take_character(std::string_view& text) {
  CERTUS_CHECK(!text.empty());
  const auto first = static_cast<unsigned char>(text.front());
  const Form form = form_of(first);
  char32_t value = first & form.mask;
  bool whole = form.bytes > 0 && form.bytes <= text.size();
  for (std::size_t i = 1; whole && i < form.bytes; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    whole = (byte & 0xC0) == 0x80;
    value = (value << 6) | (byte & 0x3F);
  }
  whole = whole && value >= form.least && is_character(value);
  text.remove_prefix(whole ? form.bytes : 1);
  return whole ? value : kReplacementCharacter;
}

void append_character(std::string& text, char32_t character) {
  const auto add = [&](char32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
  const auto rest = [&](int shift) { add(0x80 | ((character >> shift) & 0x3F)); };
  if (character < 0x80) {
    add(character);
  } else if (character < 0x800) {
    add(0xC0 | (character >> 6));
    rest(0);
  } else if (character < 0x10000) {
    add(0xE0 | (character >> 12));
    rest(6);
    rest(0);
  } else {
    add(0xF0 | (character >> 18));
    rest(12);
    rest(6);
    rest(0);
  }
}

std::string valid_utf8(std::string_view text) {
  std::string out;
  while (!text.empty()) append_character(out, take_character(text));
  return out;
}

std::string visible_text(std::string_view text) {
  const auto is_plain = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= 0x20 && byte < 0x7F) || c == '\n' || c == '\t';
  };
  if (std::ranges::all_of(text, is_plain)) return std::string(text);
  const auto acts = [](char32_t c) {
    return (c < 0x20 && c != U'\n' && c != U'\t') || (c >= 0x7F && c < 0xA0) || c == 0x061C ||
           (c >= 0x200E && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
  };
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  while (!text.empty()) {
    const char32_t c = take_character(text);
    if (!acts(c)) {
      append_character(out, c);
      continue;
    }
    out += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) out += kDigits[(c >> shift) & 15];
  }
  return out;
}

std::string one_line(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const char32_t c = take_character(text);
    const bool is_control = c < 0x20 || (c >= 0x7F && c < 0xA0) || c == U'\u2028' || c == U'\u2029';
    append_character(out, is_control ? U' ' : c);
  }
  return out;
}

}  // namespace certus
