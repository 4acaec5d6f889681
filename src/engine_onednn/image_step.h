#pragma once

#include <memory>
#include <vector>

#include "certus/engine_onednn/step.h"
#include "certus/model/tensor.h"

namespace certus {

/// Converts the image, in the layout into which noise is written (channel, height, width), to value 0
/// of a lowered network: (x - mean) / deviation, in the order height, width, channel. Empty lists
/// mean no normalization.
std::unique_ptr<Step> make_image_step(const Shape& shape, const std::vector<float>& mean,
                                      const std::vector<float>& deviation);

}  // namespace certus
