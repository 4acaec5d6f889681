#include "certus/metrics/easy_and_hard.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "certus/base/error.h"

namespace certus {
namespace {

std::size_t bin_of(std::int64_t correct, std::int64_t samples, std::size_t bins) {
  const std::size_t bin = static_cast<std::size_t>(correct) * bins / static_cast<std::size_t>(samples);
  return std::min(bin, bins - 1);  // p = 1 belongs to the last bin
}

}  // namespace

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
    const std::size_t bin = bin_of(correct[i], samples, bins);
    sums[bin] += values[i];
    counts[bin] += 1.0;
  }
  for (std::size_t bin = 0; bin < bins; ++bin) sums[bin] /= counts[bin];  // 0 / 0 is NaN
  return sums;
}

std::vector<double> quantiles_by_p(std::span<const std::int64_t> correct, std::int64_t samples,
                                   std::span<const double> values, std::size_t bins, double share) {
  CERTUS_CHECK(correct.size() == values.size() && bins >= 1 && share > 0.0 && share <= 1.0);
  std::vector<std::vector<double>> parts(bins);
  for (std::size_t i = 0; i < values.size(); ++i)
    parts[bin_of(correct[i], samples, bins)].push_back(values[i]);
  std::vector<double> quantiles(bins, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t bin = 0; bin < bins; ++bin) {
    std::vector<double>& part = parts[bin];
    if (part.empty()) continue;
    std::sort(part.begin(), part.end());
    const double count = share * static_cast<double>(part.size());
    const auto rank = static_cast<std::size_t>(std::ceil(count - 1e-9 * count));  // 0.1 of 30 are 3, not 4
    quantiles[bin] = part[std::max<std::size_t>(rank, 1) - 1];
  }
  return quantiles;
}

}  // namespace certus
