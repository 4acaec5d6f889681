#pragma once

#include <vector>

#include "certus/engine_onednn/calibrate.h"
#include "certus/engine_onednn/lower.h"
#include "certus/kernels/integer_convolution.h"
#include "certus/kernels/integer_first_layer.h"

namespace certus {

/// How the bytes of a value represent numbers: number = byte * scale.
struct ByteScale {
  double scale = 1.0;
  bool is_signed = false;
  /// The mean of each channel, in 16ths of a step. What the rounding of weights takes away on average
  /// is given back in the bias of the layer that reads the value. Empty: nothing is known and nothing
  /// is given back.
  std::vector<std::int32_t> mean;
  friend bool operator==(const ByteScale&, const ByteScale&) = default;
};

/// Scales of all values of a network, from the statistics of each value (calibrate.h). A residual and the
/// sum it goes into have scales whose ratio is a power of two, and a max pooling keeps its scale, so an
/// integer network needs only shifts. Where the network itself clips, the range of the bytes ends there;
/// where it adds values that are clipped at different heights, the range ends no later. A clip of 0 gives a
/// scale of 1.
std::vector<ByteScale> byte_scales(const LoweredNetwork& network,
                                   const std::vector<ValueStatistics>& statistics);

/// Fails, naming the node, unless the scales depend on each other as byte_scales makes them for this network:
/// the scales of another network would turn it into another function.
void check_scales(const LoweredNetwork& network, const std::vector<ByteScale>& scales);

/// The convolution or linear layer of `step` between values of these scales, in integers. Weights have one
/// scale per output channel: the finest scale whose ratio to that of the result is a power of two and which
/// keeps the weights within a byte and all sums within the bounds of IntegerConvolution. Fails, naming the
/// node, when there is none.
IntegerConvolution quantize(const LoweredNetwork& network, const LoweredStep& step,
                            const std::vector<ByteScale>& scales);

/// A convolution of the image, in which the weights and the image have 16 bits. `image_range` bounds |pixel|,
/// including what noise can add.
IntegerFirstLayer quantize_first(const LoweredNetwork& network, const LoweredStep& step,
                                 const std::vector<ByteScale>& scales, double image_range);

}  // namespace certus
