#include "certus/data/byte_image.h"

#include <algorithm>

#include "certus/base/error.h"

namespace certus {

ByteImage crop(const ByteImage& picture, std::int64_t top, std::int64_t left, std::int64_t height,
               std::int64_t width) {
  CERTUS_CHECK(top >= 0 && left >= 0 && height >= 1 && width >= 1);
  CERTUS_CHECK(top + height <= picture.height && left + width <= picture.width);
  ByteImage part{.height = height, .width = width, .rgb = {}};
  part.rgb.reserve(static_cast<std::size_t>(3 * height * width));
  for (std::int64_t y = top; y < top + height; ++y) {
    const auto row = picture.rgb.begin() + 3 * (y * picture.width + left);
    part.rgb.insert(part.rgb.end(), row, row + 3 * width);
  }
  return part;
}

Image image_of(const ByteImage& picture, int label) {
  Image image{.shape = {.channels = 3, .height = picture.height, .width = picture.width},
              .pixels = {},
              .label = label};
  const std::size_t plane = image.shape.size() / 3;
  image.pixels.resize(3 * plane);
  for (std::size_t p = 0; p < plane; ++p) {
    for (std::size_t c = 0; c < 3; ++c) {
      image.pixels[c * plane + p] = static_cast<float>(picture.rgb[3 * p + c]) / 255.0f;
    }
  }
  return image;
}

}  // namespace certus
