#pragma once

#include <cstdint>

#include "certus/data/byte_image.h"

namespace certus {

/// The picture at another size by antialiased bilinear interpolation, byte for byte as Pillow's
/// resize(..., BILINEAR): a triangle filter as wide as the downscale factor, columns first, then rows,
/// weights in 22-bit fixed point, rounded to bytes after each pass. Sizes are at least 1.
ByteImage resize_bilinear(const ByteImage& picture, std::int64_t height, std::int64_t width);

/// How the field looks at pictures of many sizes: shorter side to `shorter` pixels, then the central square
/// of `crop` pixels; torchvision's Resize and CenterCrop. 1 <= crop <= shorter.
struct ResizeCrop {
  std::int64_t shorter = 256;
  std::int64_t crop = 224;
};
ByteImage resize_and_crop(const ByteImage& picture, const ResizeCrop& how);

/// The central part: the offset is (size - crop) / 2 rounded half to even. It has to fit.
ByteImage center_crop(const ByteImage& picture, std::int64_t height, std::int64_t width);

}  // namespace certus
