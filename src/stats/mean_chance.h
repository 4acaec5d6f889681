#pragma once

#include <cstdint>

#include "certus/stats/clopper_pearson.h"

namespace certus {

/// Interval for the mean chance of success of independent trials whose chances may all differ. With
/// probability at least 1 - alpha it contains that mean.
///
/// It is the interval of Clopper and Pearson, with 0 below a count of 1 and 1 above a count of trials - 1.
/// For equal chances that is Clopper and Pearson's promise. For unequal ones the number of successes S lies
/// closer to its mean m than a binomial count B with the same mean (Hoeffding 1956, theorem 4): P(S >= s) <=
/// P(B >= s) for s >= m + 1. The lower bound of s successes misses only where P(B >= s) <= alpha / 2 <= 1/4,
/// and then s >= m + 1: P(B >= s) > 1/4 for m < s < m + 1 and m > 1 (Greenberg and Mohri 2014), and for m <=
/// 1 only s = 1 is left, whose bound is 0. The upper bound is the mirror image.
///
/// @param least, most  successes, where it is not known which
/// @param alpha        at most 1/2
Interval mean_chance_interval(std::int64_t least, std::int64_t most, std::int64_t trials, double alpha);

}  // namespace certus
