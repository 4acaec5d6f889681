#pragma once

#include <cstdint>

#include "certus/stats/probability.h"

namespace certus {

/// Tails of X ~ Bin(n, p): n in [0, 10^9], any p; k may lie outside [0, n]. The relative error is below
/// 5e-16 + 2e-19 min(k, n - k), even where the result is tiny: at worst 1e-10, for n = 10^9. It was
/// measured against 50-digit values. Wherever a bound depends on a tail, this error is taken to act in
/// the unsafe direction.

double binomial_upper_tail(std::int64_t k, std::int64_t n, Probability p);  ///< P(X >= k)
double binomial_lower_tail(std::int64_t k, std::int64_t n, Probability p);  ///< P(X <= k)

inline double binomial_upper_tail(std::int64_t k, std::int64_t n, double p) {
  return binomial_upper_tail(k, n, Probability::from_p(p));
}
inline double binomial_lower_tail(std::int64_t k, std::int64_t n, double p) {
  return binomial_lower_tail(k, n, Probability::from_p(p));
}

/// P(X >= k), but exactly 0 or 1 where it differs from that by less than 1e-17 (Bernstein's inequality), so
/// that evaluating many p at one k is cheap. There is no relative accuracy in the far tail.
double saturating_upper_tail(std::int64_t k, std::int64_t n, Probability p);

/// P(X = k); log_binomial_pmf is its logarithm, -infinity where it is 0.
double binomial_pmf(std::int64_t k, std::int64_t n, Probability p);
double log_binomial_pmf(std::int64_t k, std::int64_t n, Probability p);

/// The smallest k with P(X <= k) >= u, for u in [0, 1): the inverse-transform draw of X from a uniform u.
std::int64_t binomial_quantile(double u, std::int64_t n, Probability p);

/// P(Y >= k) where Y is the number of marked items among `draws` items drawn without replacement
/// from `population` items, of which `marked` are marked. This is what a subsample of `draws` of the
/// votes would show.
double hypergeometric_upper_tail(std::int64_t k, std::int64_t population, std::int64_t marked,
                                 std::int64_t draws);

}  // namespace certus
