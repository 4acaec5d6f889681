#pragma once

#include <cstdint>

namespace certus {

/// p-value of the exact two-sided binomial test of "proportion 1/2" after k successes in n draws:
/// min(1, 2 P[Bin(n, 1/2) <= min(k, n - k)]), and 1 when 2k = n or n = 0.
///
/// Under the hypothesis it is at most alpha with probability at most alpha, for every alpha and n. PREDICT
/// (Cohen et al. 2019) answers when the p-value of its two top classes is at most alpha.
double binomial_test_half(std::int64_t k, std::int64_t n);

/// The least n for which PREDICT can answer at all: the smallest n with binomial_test_half(n, n) <= alpha.
std::int64_t least_samples_to_predict(double alpha);

}  // namespace certus
