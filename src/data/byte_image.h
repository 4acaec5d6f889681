#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "certus/data/image.h"

namespace certus {

/// A decoded picture: rows from the top, pixels from the left, and red, green and blue bytes for each pixel.
struct ByteImage {
  std::int64_t height = 0;
  std::int64_t width = 0;
  std::vector<std::uint8_t> rgb;  ///< 3 * width * height
  friend bool operator==(const ByteImage&, const ByteImage&) = default;
};

/// The part of a picture whose upper left corner is at (top, left); it must lie inside the picture.
ByteImage crop(const ByteImage& picture, std::int64_t top, std::int64_t left, std::int64_t height,
               std::int64_t width);

/// Pixels in [0, 1], byte / 255, channel by channel.
Image image_of(const ByteImage& picture, int label);

}  // namespace certus
