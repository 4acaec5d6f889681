#pragma once

#include "certus/stats/probability.h"

namespace certus {

/// The p with P[Beta(a, b) <= p] = u, for u in (0, 1), a and b > 0; returned with its complement.
Probability beta_quantile(double u, double a, double b);

/// P[Beta(a, b) > p].
double beta_upper_tail(Probability p, double a, double b);

}  // namespace certus
