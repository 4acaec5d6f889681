#pragma once

#include <ATen/ATen.h>

#include "certus/kernels/blocked_planes.h"
#include "certus/model/graph.h"

namespace certus {

/// A value of a network in blocks of 16 channels, see winograd.h.
struct BlockedShape {
  std::int64_t channels = 0, pixels = 0;
  Shape image;  ///< channels, height, width
  std::int64_t blocks() const { return (channels + kChannelsOfBlock - 1) / kChannelsOfBlock; }
  std::int64_t row() const { return blocks() * pixels * kChannelsOfBlock; }  ///< floats of one
};
BlockedShape blocked_shape(const Shape& image);

/// The images (rows x channels x height x width), copied if need be, with pixels at equal distances: as the
/// two functions below take them.
at::Tensor with_regular_pixels(const at::Tensor& images);

/// Rows from `row` on, from a tensor into blocks and back.
void read_rows(const at::Tensor& images, const BlockedShape& shape, std::int64_t row, std::int64_t rows,
               float* to);
void write_rows(const float* from, const BlockedShape& shape, std::int64_t row, std::int64_t rows,
                const at::Tensor& images);

}  // namespace certus
