#include "certus/data/cifar_sheets.h"

#include <cstddef>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/base/split_text.h"

namespace certus {

std::string cifar_rows_of_sheet(const std::string& where, const ByteImage& sheet, std::string_view labels) {
  constexpr std::size_t kPixels = 1024;
  const auto images = static_cast<std::size_t>(sheet.height);
  if (sheet.width != kPixels || images != labels.size()) {
    fail(ErrorKind::kData, where, ": sheet of ", sheet.width, 'x', sheet.height, " pixels, expected 1024x",
         labels.size(), ", one row per label");
  }
  std::string rows;
  rows.reserve(images * (1 + 3 * kPixels));
  for (std::size_t i = 0; i < images; ++i) {
    rows += labels[i];
    for (std::size_t channel = 0; channel < 3; ++channel) {
      for (std::size_t p = 0; p < kPixels; ++p) {
        rows += static_cast<char>(sheet.rgb[3 * (i * kPixels + p) + channel]);
      }
    }
  }
  return rows;
}

std::string labels_of_list(const std::string& where, std::string_view list) {
  while (!list.empty() && (list.back() == '\n' || list.back() == ' ')) list.remove_suffix(1);
  if (list.size() < 2 || list.front() != '[' || list.back() != ']') {
    fail(ErrorKind::kData, where, ": expected a list of labels in brackets");
  }
  std::string labels;
  for (const std::string_view word : split_text(list.substr(1, list.size() - 2), ',')) {
    const auto label = parse_int(word);
    if (!label || *label < 0 || *label > 9) {
      fail(ErrorKind::kData, where, ": label ", labels.size(), " is '", word, "', expected 0 to 9");
    }
    labels += static_cast<char>(*label);
  }
  return labels;
}

}  // namespace certus
