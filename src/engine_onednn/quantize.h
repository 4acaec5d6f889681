#pragma once

#include <vector>

#include "certus/engine_onednn/calibrate.h"
#include "certus/engine_onednn/lower.h"
#include "certus/kernels/integer_convolution.h"
#include "certus/kernels/integer_first_layer.h"

namespace certus {

/// How the bytes of a value stand for numbers: number = byte * scale.
struct ByteScale {
  double scale = 1.0;
  bool is_signed = false;
  /// What each channel is on average, in 16ths of a step: what rounding takes from weights on average is
  /// given back in the bias of who reads the value. Empty: nothing is known and nothing given back.
  std::vector<std::int32_t> mean;
  friend bool operator==(const ByteScale&, const ByteScale&) = default;
};

/// Scales of all values of a network, from what was seen of each (calibrate.h). A residual and the sum
/// it goes into have scales whose ratio is a power of two, and a max pooling keeps its scale: so an integer
/// network needs shifts only. A clip of 0 gives a scale of 1.
std::vector<ByteScale> byte_scales(const LoweredNetwork& network,
                                   const std::vector<ValueStatistics>& statistics);

/// The convolution or linear layer of `step` between values of these scales, in integers. Weights have a
/// scale for each output channel: the finest whose ratio to that of the result is a power of two and which
/// keeps weights within a byte and all sums within the bounds of IntegerConvolution. Fails, naming the node,
/// when there is none.
IntegerConvolution quantize(const LoweredNetwork& network, const LoweredStep& step,
                            const std::vector<ByteScale>& scales);

/// A convolution of the image: weights and image have 16 bits. `image_range` bounds |pixel|: what noise can
/// reach.
IntegerFirstLayer quantize_first(const LoweredNetwork& network, const LoweredStep& step,
                                 const std::vector<ByteScale>& scales, double image_range);

}  // namespace certus
