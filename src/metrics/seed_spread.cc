#include "certus/metrics/seed_spread.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "certus/base/error.h"

namespace certus {

SeedSpread seed_spread(std::span<const double> values) {
  CERTUS_CHECK(!values.empty());
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  if (std::any_of(values.begin(), values.end(), [](double value) { return std::isnan(value); }))
    return {kNaN, kNaN, kNaN, kNaN};
  const auto count = static_cast<double>(values.size());
  double sum = 0.0;
  for (const double value : values) sum += value;
  const double mean = values.size() == 1 ? values[0] : sum / count;
  double squares = 0.0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {.mean = mean,
          .deviation = values.size() == 1 ? kNaN : std::sqrt(squares / (count - 1.0)),
          .low = *std::min_element(values.begin(), values.end()),
          .high = *std::max_element(values.begin(), values.end())};
}

}  // namespace certus
