#pragma once

#include <cstdint>
#include <optional>

#include "certus/stats/probability.h"

namespace certus {

/// What a certificate cost: n votes at failure probability alpha, under noise of standard deviation sigma.
struct Budget {
  std::int64_t n = 100'000;
  double alpha = 0.001;
  double sigma = 0.5;
  friend bool operator==(const Budget&, const Budget&) = default;
};

/// Fails with a message naming the value unless n is in [1, 10^9], alpha in [1e-12, 0.5], sigma in (0, 1e6].
void check_budget(const Budget& budget);

/// Certified L2 radius of CERTIFY (Cohen, Rosenfeld and Kolter 2019, Theorem 1 with p_B = 1 - p_A): when the
/// chosen class got k of n votes, sigma * Phi^-1(p_lower) with p_lower = clopper_pearson_lower(k, n, alpha).
///
/// Empty (abstain) iff p_lower <= 1/2. Rounded down at every step, so that with probability at least 1 -
/// alpha over the votes the smoothed classifier is constant on the ball of the returned radius.
std::optional<double> certified_radius(std::int64_t k, const Budget& budget);

/// The same from any lower confidence bound on p_A: sigma * Phi^-1(p_lower), rounded down; empty iff p_lower
/// <= 1/2, and infinite when p_lower is 1.
std::optional<double> radius_of_bound(Probability p_lower, double sigma);

/// The largest radius that the budget can certify: the radius of n votes out of n. Empty when even
/// those must abstain.
std::optional<double> largest_radius(const Budget& budget);

/// The smallest k with certified_radius(k) >= r; empty when no count reaches r. r = 0 asks for
/// any certificate. It is an inverse in the strict sense: k_min(*certified_radius(k)) == k for
/// every certifying k.
std::optional<std::int64_t> k_min(double r, const Budget& budget);

/// The smallest n whose largest_radius reaches r (budget.n is ignored); empty when that takes
/// more than 10^18.
std::optional<std::int64_t> least_samples_for_radius(double r, const Budget& budget);

}  // namespace certus
