#pragma once

#include "certus/stats/probability.h"

namespace certus {

/// Standard normal distribution. Relative error below 1e-15 for every finite argument whose result is a
/// normal double; -infinity and +infinity are accepted, passing NaN is a bug in the caller.

double normal_cdf(double x);         ///< P(Z <= x)
double normal_upper_tail(double x);  ///< P(Z > x), without the cancellation of 1 - cdf

/// Both at once: {normal_cdf(x), normal_upper_tail(x)}.
Probability normal_probability(double x);

/// The x with P(Z <= x) = p; -infinity for p = 0, +infinity for p = 1.
double normal_quantile(double p);

/// The x with P(Z > x) = q; +infinity for q = 0, -infinity for q = 1.
double normal_upper_quantile(double q);

/// The quantile of a probability, computed from the smaller of p and q.
double normal_quantile(Probability probability);

}  // namespace certus
