#pragma once

#include <span>
#include <vector>

#include "certus/engine_onednn/lower.h"

namespace certus {

/// What was observed of a value.
struct ValueStatistics {
  /// Where the range of its bytes should end: beyond this magnitude, clipping costs less than coarser steps
  /// would, measured by the mean squared error. 0: the value is always 0.
  double clip = 0.0;
  std::vector<double> mean;  ///< of each channel; of each number if the value does not have three axes
};

/// Statistics of each value of the network over `images`; at least one image. The images have noise,
/// are in the layout into which noise is written, and are stored one after the other. Fails when a
/// number is not finite.
std::vector<ValueStatistics> calibrate(const LoweredNetwork& network, std::span<const float> images);

/// Whether each value is never negative: the result of an activation, or of a pooling of such a value.
std::vector<bool> never_negative(const LoweredNetwork& network);

}  // namespace certus
