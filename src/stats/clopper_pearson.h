#pragma once

#include <cstdint>

#include "certus/stats/probability.h"

namespace certus {

/// Lower confidence bound on a binomial proportion (Clopper and Pearson 1934, one-sided).
///
/// The bound is at most the true proportion with probability at least 1 - alpha over the draws, for every n;
/// no normal approximation is involved. It is the largest p with P[Bin(n, p) >= k] <= alpha, rounded to the
/// safe side: the inequality is re-evaluated at the returned double, assuming the worst case for the
/// evaluation's own error, and the bound is stepped down until the inequality holds. `q` is stepped up in the
/// same way, so each of p and q is valid by itself.
///
/// @param successes  k, in [0, n]
/// @param n          number of draws, in [1, 10^9]
/// @param alpha      allowed failure probability, in [1e-300, 1)
/// @return p and q = 1 - p; p is exactly 0 when k = 0, and alpha^(1/n) when k = n.
Probability clopper_pearson_lower(std::int64_t successes, std::int64_t n, double alpha);

/// Upper confidence bound, the mirror image of the lower one: it is at least the true proportion with
/// probability at least 1 - alpha.
Probability clopper_pearson_upper(std::int64_t successes, std::int64_t n, double alpha);

struct Interval {
  double lower = 0.0;
  double upper = 1.0;
};

/// Two-sided interval: alpha/2 for each end. It contains the true proportion with probability at least
/// 1 - alpha.
Interval clopper_pearson_interval(std::int64_t successes, std::int64_t n, double alpha);

}  // namespace certus
