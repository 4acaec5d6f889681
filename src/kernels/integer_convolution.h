#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "certus/base/shape.h"

namespace certus {

/// A convolution of an integer network: the definition of what every implementation computes. All tensors are
/// in the order height, width, channel; their bytes are unsigned or signed. For output channel c,
///
///   acc = sum of weight * x over the window, zeros beyond the border
///   y   = clamp((acc + bias[c] + residual * 2^(shift[c] + residual->shift)) >> shift[c])
///
/// where >> rounds down (the bias can turn this into rounding to the nearest) and clamp is to the range
/// of y's type. Code that makes one must satisfy check_bounds. Then every intermediate result is an
/// integer below 2^23, which is exact also in float32, and every implementation on every processor gives
/// the same bytes.
struct IntegerConvolution {
  struct Residual {
    bool is_signed = false;
    int shift = 0;  ///< shift[c] + this is at least 0 for every c
  };

  Window window;
  std::int64_t groups = 1;
  Shape input, output;  ///< channels, height, width
  bool input_is_signed = false, output_is_signed = false;
  std::vector<std::int8_t> weight;  ///< out x in/groups x height x width, in [-127, 127]
  std::vector<std::int32_t> bias;   ///< by output channel
  std::vector<int> shift;           ///< by output channel, in [1, 22]
  std::optional<Residual> residual;
};

/// Fails unless the sizes fit together and, for every output channel, no input can make an intermediate
/// result reach 2^23. The same must hold for results that are 2^(shift-1) lower, because code that rounds to
/// the nearest instead of down subtracts that amount.
void check_bounds(const IntegerConvolution& convolution);

/// The definition as plain loops, for any processor: `images` images one after the other. `residual` is null
/// if there is none, and may be y.
void portable_convolution(const IntegerConvolution& convolution, std::int64_t images, const std::uint8_t* x,
                          const std::uint8_t* residual, std::uint8_t* y);

}  // namespace certus
