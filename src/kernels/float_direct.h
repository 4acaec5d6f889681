#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "certus/base/shape.h"
#include "certus/kernels/aligned_floats.h"

namespace certus {

/// A convolution with few channels, or an unusual number of them, as in first layers, in float32:
///
///   y = relu?(convolution(x) + bias)
///
/// Tensors are images one after the other, in the order height, width, channel, so that a row of the window
/// is one run of memory. The order of summation of every result is given by its channel, so the result of an
/// image does not depend, bit for bit, on how many images a call has.
class FloatDirect {
 public:
  /// Whether the processor has AVX-512 (see kernel_support.h) and the window has neither groups nor dilation.
  static bool supports(const Window& window, std::int64_t groups);

  /// `weight` is out x in x height x width; `bias` has one value per output channel.
  FloatDirect(const Window& window, const Shape& input, const Shape& output, const float* weight,
              const float* bias);

  /// Memory, aligned to 64 bytes, that a call needs for itself: an image with its border.
  std::size_t scratch_floats() const;

  /// Thread-safe if every call has its own scratch.
  void run(std::int64_t images, const float* x, bool relu, float* y, float* scratch) const;

 private:
  Window window_;
  Shape input_, output_;
  std::int64_t blocks_;    ///< of 16 outputs, computed side by side
  std::int64_t rest_row_;  ///< floats of a row of the window in `rest_`
  AlignedFloats
      weight_;  ///< block of 16 outputs, place in the window, output; outputs beyond the last are zero
  AlignedFloats rest_;  ///< of the few outputs that do not fill a block: output, row, place in the row
  AlignedFloats bias_;  ///< in whole blocks
};

}  // namespace certus
