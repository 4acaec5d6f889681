#pragma once

#include "certus/report/figure.h"
#include "certus/stats/sampling_weight.h"

namespace certus {

/// How much more often than a hard image training draws one, by how many of its noisy copies are classified
/// right: as the published code has it and as the paper prints it, each relative to an image without any.
/// Beside them the radius that so many correct copies certify, relative to that at p_min: the weight of the
/// code is this radius where there is one, and does not fall below its value at p_min.
Figure weight_figure(const SamplingWeightParams& params);

}  // namespace certus
