#pragma once

#include "certus/report/figure.h"
#include "certus/stats/sampling_weight.h"

namespace certus {

/// How much more often training draws an image than a hard one, by how many of its noisy copies are
/// classified correctly: as the published code has it and as the paper prints it, each relative to an image
/// without any correct copy. Beside them is the radius that this number of correct copies certifies, relative
/// to the radius at p_min: the weight of the code is this radius where there is one, and does not fall below
/// its value at p_min.
Figure weight_figure(const SamplingWeightParams& params);

}  // namespace certus
