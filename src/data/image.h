#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace certus {

/// Channels, height and width of an image. Pixels are stored channel by channel, row by row.
struct ImageShape {
  std::int64_t channels = 0;
  std::int64_t height = 0;
  std::int64_t width = 0;
  std::size_t size() const { return static_cast<std::size_t>(channels * height * width); }
  friend bool operator==(const ImageShape&, const ImageShape&) = default;
};

/// "3x32x32", for messages.
std::string shape_text(const ImageShape& shape);

/// Pixels that are owned elsewhere.
struct ImageView {
  ImageShape shape;
  std::span<const float> pixels;  ///< shape.size() of them
};

/// A labelled image. Pixels are in [0, 1]; normalization is part of the model.
struct Image {
  ImageShape shape;
  std::vector<float> pixels;
  int label = 0;
  ImageView view() const { return {shape, pixels}; }
};

}  // namespace certus
