#pragma once

#include <span>

namespace certus {

/// A metric over the training seeds of one method.
struct SeedSpread {
  double mean = 0.0;
  double deviation = 0.0;  ///< standard deviation with n - 1; NaN for one value, which shows no spread
  double low = 0.0;
  double high = 0.0;
};

/// @param values  one for each seed, at least one; the spread of values with a NaN among them is all NaN
SeedSpread seed_spread(std::span<const double> values);

}  // namespace certus
