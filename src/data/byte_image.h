#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace certus {

/// A decoded picture: rows from the top, pixels from the left, red, green, blue bytes for each.
struct ByteImage {
  std::int64_t height = 0;
  std::int64_t width = 0;
  std::vector<std::uint8_t> rgb;  ///< 3 * width * height
};

}  // namespace certus
