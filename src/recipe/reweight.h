#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "certus/recipe/train_settings.h"
#include "certus/stats/sampling_weight.h"

namespace certus {

/// What [reweight] sets of the weights.
SamplingWeightParams weight_params(const ReweightSettings& settings);

/// How likely each image is drawn, up to a common factor: its radius certified from few votes
/// (stats/sampling_weight.h). All weights are positive; fails when the settings give others.
std::vector<double> sampling_weights(std::span<const std::int64_t> correct,
                                     const SamplingWeightParams& params);

}  // namespace certus
