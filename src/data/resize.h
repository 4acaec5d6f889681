#pragma once

#include <cstdint>

#include "certus/data/byte_image.h"
#include "certus/data/resize_crop.h"

namespace certus {

/// The picture at another size by antialiased bilinear interpolation, byte for byte the same as Pillow's
/// resize(..., BILINEAR): a triangle filter as wide as the downscale factor, columns first, then rows,
/// weights in 22-bit fixed point, rounded to bytes after each pass. Sizes are at least 1.
ByteImage resize_bilinear(const ByteImage& picture, std::int64_t height, std::int64_t width);

ByteImage resize_and_crop(const ByteImage& picture, const ResizeCrop& how);

/// The central part. The offset is (size - crop) / 2, rounded half to even. The part must fit
/// into the picture.
ByteImage center_crop(const ByteImage& picture, std::int64_t height, std::int64_t width);

}  // namespace certus
