#pragma once

#include <cstdint>

#include "certus/stats/probability.h"

namespace certus {

/// Tails of X ~ Bin(n, p): n in [0, 10^9], any p. Relative error below 1e-12 (measured against 50-digit
/// values up to n = 10^9), also where the result is tiny; k may lie outside [0, n].

double binomial_upper_tail(std::int64_t k, std::int64_t n, Probability p);  ///< P(X >= k)
double binomial_lower_tail(std::int64_t k, std::int64_t n, Probability p);  ///< P(X <= k)

inline double binomial_upper_tail(std::int64_t k, std::int64_t n, double p) {
  return binomial_upper_tail(k, n, Probability::from_p(p));
}
inline double binomial_lower_tail(std::int64_t k, std::int64_t n, double p) {
  return binomial_lower_tail(k, n, Probability::from_p(p));
}

/// P(X = k); log_binomial_pmf is its logarithm, -infinity where it is 0.
double binomial_pmf(std::int64_t k, std::int64_t n, Probability p);
double log_binomial_pmf(std::int64_t k, std::int64_t n, Probability p);

/// The smallest k with P(X <= k) >= u, for u in [0, 1): the inverse-transform draw of X from a uniform u.
std::int64_t binomial_quantile(double u, std::int64_t n, Probability p);

/// P(Y >= k) where Y counts the marked among `draws` taken without replacement from `population` of which
/// `marked` are marked. This is what a subsample of `draws` of the votes would show.
double hypergeometric_upper_tail(std::int64_t k, std::int64_t population, std::int64_t marked,
                                 std::int64_t draws);

}  // namespace certus
