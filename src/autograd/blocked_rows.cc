#include "certus/autograd/blocked_rows.h"

#include <algorithm>

namespace certus {
namespace {

/// The stride of an axis with one element has no meaning: libtorch leaves any number there.
PixelStrides strides_of(const at::Tensor& images) {
  return {images.stride(1), images.size(3) > 1 ? images.stride(3) : images.stride(2)};
}

}  // namespace

BlockedShape blocked_shape(const Shape& image) {
  return {image[0], image[1] * image[2], image};
}

at::Tensor with_regular_pixels(const at::Tensor& images) {
  const bool one_line = images.size(2) == 1 || images.size(3) == 1;
  if (one_line || images.stride(2) == images.size(3) * images.stride(3)) return images;
  return images.contiguous();
}

void read_rows(const at::Tensor& images, const BlockedShape& shape, std::int64_t row, std::int64_t rows,
               float* to) {
  const PixelStrides strides = strides_of(images);
  const float* from = images.data_ptr<float>() + row * images.stride(0);
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t b = 0; b < shape.blocks(); ++b) {
      read_plane(from + r * images.stride(0) + b * kChannelsOfBlock * strides.channel, strides,
                 std::min(kChannelsOfBlock, shape.channels - b * kChannelsOfBlock), shape.pixels,
                 to + (r * shape.blocks() + b) * shape.pixels * kChannelsOfBlock);
    }
  }
}

void write_rows(const float* from, const BlockedShape& shape, std::int64_t row, std::int64_t rows,
                const at::Tensor& images) {
  const PixelStrides strides = strides_of(images);
  float* to = images.data_ptr<float>() + row * images.stride(0);
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t b = 0; b < shape.blocks(); ++b) {
      write_plane(from + (r * shape.blocks() + b) * shape.pixels * kChannelsOfBlock, strides,
                  std::min(kChannelsOfBlock, shape.channels - b * kChannelsOfBlock), shape.pixels,
                  to + r * images.stride(0) + b * kChannelsOfBlock * strides.channel);
    }
  }
}

}  // namespace certus
