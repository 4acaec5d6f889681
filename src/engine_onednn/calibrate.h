#pragma once

#include <span>
#include <vector>

#include "certus/engine_onednn/lower.h"

namespace certus {

/// Where bytes of each value of the network should end: the magnitude beyond which it is better clipped than
/// coarser steps accepted, by the mean squared error over the values that `images` (noisy, as noise is written
/// into them, one after the other) give. At least one image. A value that is always 0 gets 0.
std::vector<double> calibrate(const LoweredNetwork& network, std::span<const float> images);

/// Whether the value is never negative: the result of an activation, or of a pooling of such a value.
std::vector<bool> never_negative(const LoweredNetwork& network);

}  // namespace certus
