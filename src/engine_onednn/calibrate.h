#pragma once

#include <span>
#include <vector>

#include "certus/engine_onednn/lower.h"

namespace certus {

/// What a value was seen to be.
struct ValueStatistics {
  /// Where its bytes should end: the magnitude beyond which it is better clipped than coarser steps accepted,
  /// by the mean squared error. 0: it always is.
  double clip = 0.0;
  std::vector<double> mean;  ///< of each channel; of each number where the value has not three axes
};

/// Statistics of each value of the network over `images` (noisy, as noise is written into them, one after the
/// other); at least one. Fails when a number is not finite.
std::vector<ValueStatistics> calibrate(const LoweredNetwork& network, std::span<const float> images);

/// Whether the value is never negative: the result of an activation, or of a pooling of such a value.
std::vector<bool> never_negative(const LoweredNetwork& network);

}  // namespace certus
