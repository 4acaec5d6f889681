#include "certus/data/mnist_idx.h"

#include <cstddef>

#include "certus/base/error.h"

namespace certus {
namespace {

constexpr std::uint32_t kImagesMagic = 2051;
constexpr std::uint32_t kLabelsMagic = 2049;
constexpr std::size_t kSide = 28;

/// The header's big-endian numbers; the first is the magic number.
std::vector<std::uint32_t> header_of(const LoadedFile& file, std::size_t numbers, std::uint32_t magic) {
  if (file.content.size() < 4 * numbers) {
    fail(ErrorKind::kData, file.path, ": ", file.content.size(), " bytes, too short for the ", 4 * numbers,
         " bytes an idx file begins with: ", likely_cause(file.content));
  }
  std::vector<std::uint32_t> header(numbers, 0);
  for (std::size_t i = 0; i < 4 * numbers; ++i) {
    header[i / 4] = header[i / 4] << 8 | static_cast<std::uint8_t>(file.content[i]);
  }
  if (header[0] != magic) {
    const std::uint32_t other = magic == kImagesMagic ? kLabelsMagic : kImagesMagic;
    fail(ErrorKind::kData, file.path, ": begins with magic number ", header[0], ", expected ", magic,
         " (idx ", magic == kImagesMagic ? "images" : "labels",
         "): ", header[0] == other ? "images and labels exchanged?" : likely_cause(file.content));
  }
  return header;
}

void check_size(const LoadedFile& file, std::size_t expected, std::uint32_t count, const char* what) {
  if (file.content.size() != expected) {
    fail(ErrorKind::kData, file.path, ": ", file.content.size(), " bytes, expected ", expected, " for the ",
         count, ' ', std::string_view(what), " its header announces; truncated or damaged?");
  }
}

}  // namespace

ByteImages mnist_images(const LoadedFile& images, const LoadedFile& labels) {
  const auto image_header = header_of(images, 4, kImagesMagic);
  const auto label_header = header_of(labels, 2, kLabelsMagic);
  if (image_header[2] != kSide || image_header[3] != kSide) {
    fail(ErrorKind::kData, images.path, ": images of ", image_header[2], 'x', image_header[3],
         ", expected 28x28");
  }
  check_size(images, 16 + std::size_t{image_header[1]} * kSide * kSide, image_header[1], "images");
  check_size(labels, 8 + std::size_t{label_header[1]}, label_header[1], "labels");
  if (image_header[1] != label_header[1] || image_header[1] == 0) {
    fail(ErrorKind::kData, images.path, ": ", image_header[1], " images, but ", labels.path, " has ",
         label_header[1],
         " labels; expected equal numbers, at least 1; are these files of different splits?");
  }
  ByteImages result{.shape = {.channels = 1, .height = kSide, .width = kSide}, .num_classes = 10};
  result.pixels.assign(images.content.begin() + 16, images.content.end());
  result.labels.assign(labels.content.begin() + 8, labels.content.end());
  for (std::size_t i = 0; i < result.labels.size(); ++i) {
    if (result.labels[i] >= result.num_classes) {
      fail(ErrorKind::kData, labels.path, ": row ", i, " has label ", result.labels[i],
           ", expected 0 to 9; damaged?");
    }
  }
  return result;
}

}  // namespace certus
