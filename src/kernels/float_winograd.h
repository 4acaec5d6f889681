#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "certus/kernels/aligned_floats.h"
#include "certus/kernels/winograd.h"

namespace certus {

/// A 3x3 convolution with stride 1 and one pixel of padding for inference in float32, together with the
/// operations that follow it:
///
///   y = relu?(convolution(x) + bias + residual)
///
/// Tensors are images one after the other, in the order height, width, channel. The result of an image does
/// not depend, bit for bit, on how many images a call has or on its place among them.
class FloatWinograd {
 public:
  /// Whether the processor has AVX-512 (see kernel_support.h) and the numbers of channels are
  /// multiples of 16.
  static bool supports(const WinogradShape& shape);

  /// `weight` is out x in x 3 x 3; `bias` has one value per output channel.
  FloatWinograd(const WinogradShape& shape, const float* weight, const float* bias);

  /// Memory aligned to 64 bytes that a call needs for itself.
  std::size_t scratch_floats() const { return winograd_scratch_floats(shape_); }

  /// `residual` is null or has the layout of y, and may be y. Thread-safe if every call has its own scratch.
  void run(std::int64_t images, const float* x, const float* residual, bool relu, float* y,
           float* scratch) const;

 private:
  WinogradShape shape_;
  std::vector<float> bias_;
  AlignedFloats weights_;  ///< transformed
};

}  // namespace certus
