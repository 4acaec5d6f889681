#include "certus/recipe/reweight.h"

#include "certus/base/error.h"

namespace certus {

SamplingWeightParams weight_params(const ReweightSettings& settings) {
  return {.n = settings.samples, .alpha = settings.alpha, .p_min = settings.floor};
}

std::vector<double> sampling_weights(std::span<const std::int64_t> correct,
                                     const SamplingWeightParams& params) {
  // There are far fewer different counts than images.
  std::vector<double> by_count;
  for (std::int64_t count = 0; count <= params.n; ++count) by_count.push_back(sampling_weight(count, params));
  if (!(by_count.front() > 0.0)) {
    fail(ErrorKind::kConfig, "reweight: ", params.n, " copies at alpha ", params.alpha,
         " certify no radius at a share of ", params.p_min,
         ", so that images would have no positive weight; raise reweight.samples, reweight.alpha or "
         "reweight.floor");
  }
  std::vector<double> weights;
  weights.reserve(correct.size());
  for (const std::int64_t count : correct) weights.push_back(by_count.at(static_cast<std::size_t>(count)));
  return weights;
}

}  // namespace certus
