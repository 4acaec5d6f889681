#pragma once

#include "certus/model/network_builder.h"

namespace certus {

/// The residual network for 32x32 images of He et al. 2016, section 4.2: depth 6 b + 2, three stages of b
/// basic blocks with 16, 32 and 64 channels, projection shortcuts. Fails when the depth is not of that form.
Graph cifar_resnet(int depth, std::int64_t classes, std::uint64_t seed);

/// The residual networks for 224x224 images as torchvision has them (stride on the 3x3 convolution of a
/// bottleneck): depth 18, 34 or 50.
Graph imagenet_resnet(int depth, std::int64_t classes, std::uint64_t seed);

}  // namespace certus
