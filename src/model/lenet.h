#pragma once

#include "certus/model/graph.h"

namespace certus {

/// LeNet for 28x28 grey images: two 5x5 convolutions (20 and 50 channels) with 2x2 max pooling, then linear
/// layers 800 -> 500 -> classes. Parameters: conv1, conv2, fc1, fc2.
Graph lenet(std::int64_t classes, std::uint64_t seed);

}  // namespace certus
