#include "certus/metrics/easy_and_hard.h"

#include <algorithm>

#include "certus/base/error.h"

namespace certus {

EasyAndHard easy_and_hard(std::span<const std::int64_t> correct, std::int64_t samples,
                          std::span<const double> norms) {
  CERTUS_CHECK(correct.size() == norms.size());
  EasyAndHard result;
  double easy = 0.0;
  double hard = 0.0;
  for (std::size_t i = 0; i < norms.size(); ++i) {
    const bool is_easy = 2 * correct[i] > samples;
    ++(is_easy ? result.easy : result.hard);
    (is_easy ? easy : hard) += norms[i];
  }
  if (result.easy > 0) result.norm_easy = easy / static_cast<double>(result.easy);
  if (result.hard > 0) result.norm_hard = hard / static_cast<double>(result.hard);
  if (result.norm_easy && result.norm_hard && *result.norm_hard > 0.0)
    result.ratio = *result.norm_easy / *result.norm_hard;
  return result;
}

std::vector<double> means_by_p(std::span<const std::int64_t> correct, std::int64_t samples,
                               std::span<const double> values, std::size_t bins) {
  CERTUS_CHECK(correct.size() == values.size() && bins >= 1);
  std::vector<double> sums(bins, 0.0);
  std::vector<double> counts(bins, 0.0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t bin = static_cast<std::size_t>(correct[i]) * bins / static_cast<std::size_t>(samples);
    sums[std::min(bin, bins - 1)] += values[i];  // all right belongs to the last
    counts[std::min(bin, bins - 1)] += 1.0;
  }
  for (std::size_t bin = 0; bin < bins; ++bin) sums[bin] /= counts[bin];  // 0 / 0 is NaN
  return sums;
}

}  // namespace certus
