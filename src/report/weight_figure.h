#pragma once

#include "certus/report/figure.h"
#include "certus/stats/sampling_weight.h"

namespace certus {

/// How much more often than a hard image training draws one, by how many of its noisy copies are classified
/// right: as the published code has it and as the paper prints it, each relative to an image without any.
Figure weight_figure(const SamplingWeightParams& params);

}  // namespace certus
