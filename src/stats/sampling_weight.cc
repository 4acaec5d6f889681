#include "certus/stats/sampling_weight.h"

#include <algorithm>
#include <cmath>

#include "certus/stats/clopper_pearson.h"
#include "certus/stats/normal.h"

namespace certus {

double sampling_weight(std::int64_t correct, const SamplingWeightParams& params) {
  const auto least = static_cast<std::int64_t>(std::ceil(params.p_min * static_cast<double>(params.n)));
  return normal_quantile(clopper_pearson_lower(std::max(correct, least), params.n, params.alpha));
}

double sampling_weight_as_printed(std::int64_t correct, const SamplingWeightParams& params) {
  const double quantile = normal_quantile(clopper_pearson_lower(correct, params.n, params.alpha));
  return std::max(1.0, quantile / normal_quantile(params.p_min));
}

}  // namespace certus
