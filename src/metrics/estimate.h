#pragma once

namespace certus {

/// A share of the test set at one point of a grid, with its interval.
struct Estimate {
  double at = 0.0;     ///< the radius, or the p
  double value = 0.0;  ///< share of the images
  double lower = 0.0;
  double upper = 1.0;
};

}  // namespace certus
