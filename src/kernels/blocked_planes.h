#pragma once

#include <cstdint>

namespace certus {

/// The work of batch norm, relu, sums and their gradients on planes. A plane is all pixels of one row (image)
/// in one block of 16 channels, pixel after pixel. Per-channel arguments have 16 floats. Needs AVX-512.

inline constexpr std::int64_t kChannelsOfBlock = 16;

/// How far apart in memory the channels and the pixels of an image are, in floats.
struct PixelStrides {
  std::int64_t channel, pixel;
};

/// Copies a plane from, or to, an image with another layout. `channels` of the 16 channels exist; the others
/// are set to zero when reading and left out when writing.
void read_plane(const float* image, const PixelStrides& strides, std::int64_t channels, std::int64_t pixels,
                float* plane);
void write_plane(const float* plane, const PixelStrides& strides, std::int64_t channels, std::int64_t pixels,
                 float* image);

/// The mean, and the sum of (y - mean)^2, over the pixels.
void plane_moments(const float* y, std::int64_t pixels, float* mean, float* squares);

/// z = y * scale + shift, plus `residual` unless null, with relu or without.
void plane_finish(const float* y, const float* scale, const float* shift, const float* residual, bool relu,
                  std::int64_t pixels, float* z);

/// If z is given, g becomes 0 wherever the relu that gave z returned 0. Then sums g over the pixels and, if y
/// is given, also g * (y - mean).
void plane_gradient_sums(float* g, const float* z, const float* y, const float* mean, std::int64_t pixels,
                         float* sum, float* sum_centered);

/// dy = scale * (g - mean_g) + slope * (y - mean): the gradient through a batch norm.
void plane_norm_gradient(const float* g, const float* y, const float* scale, const float* mean_g,
                         const float* slope, const float* mean, std::int64_t pixels, float* dy);

/// to += from; `floats` is a multiple of 16.
void add_blocks(const float* from, std::int64_t floats, float* to);

}  // namespace certus
