#include "certus/base/wrapped_text.h"

#include <algorithm>

#include "certus/base/split_text.h"

namespace certus {

std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string wrapped_text(std::string_view text, std::size_t columns, Indent indent) {
  std::string out;
  std::string line;
  std::size_t used = 0;
  const auto end_line = [&] {
    if (used > 0) out += std::string(out.empty() ? indent.first : indent.others, ' ') + line;
    out += '\n';
    line.clear();
    used = 0;
  };
  for (const std::string_view paragraph : split_text(text, '\n')) {
    for (const std::string_view word : split_text(paragraph, ' ')) {
      if (word.empty()) continue;
      const std::size_t before = out.empty() ? indent.first : indent.others;
      if (used > 0 && before + used + 1 + columns_of(word) > columns) end_line();
      if (used > 0) line += ' ';
      line += word;
      used = columns_of(line);
    }
    end_line();
  }
  return out;
}

}  // namespace certus
