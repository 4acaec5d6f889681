#include "certus/stats/sampling_weight.h"

#include <algorithm>
#include <cmath>

#include "certus/stats/clopper_pearson.h"
#include "certus/stats/normal.h"

namespace certus {

std::int64_t least_count(double share, std::int64_t n) {
  // The small number removes what rounding may have added to the product with a decimal fraction.
  return static_cast<std::int64_t>(std::ceil(share * static_cast<double>(n) - 1e-9));
}

double sampling_weight(std::int64_t correct, const SamplingWeightParams& params) {
  return normal_quantile(
      clopper_pearson_lower(std::max(correct, least_count(params.p_min, params.n)), params.n, params.alpha));
}

double sampling_weight_as_printed(std::int64_t correct, const SamplingWeightParams& params) {
  const double quantile = normal_quantile(clopper_pearson_lower(correct, params.n, params.alpha));
  return std::max(1.0, quantile / normal_quantile(params.p_min));
}

}  // namespace certus
