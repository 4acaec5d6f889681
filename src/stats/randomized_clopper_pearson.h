#pragma once

#include <cstdint>
#include <optional>

#include "certus/stats/certified_radius.h"
#include "certus/stats/probability.h"

namespace certus {

/// Lower confidence bound on a binomial proportion that spends all of alpha: the p with P[Bin(n, p) > k] + u
/// P[Bin(n, p) = k] = alpha, rounded to the safe side in the same way as clopper_pearson_lower.
///
/// When u is drawn once, uniformly from (0, 1) and independently of the votes, the bound exceeds the true
/// proportion with probability alpha exactly (Clopper-Pearson: at most alpha, because counts are discrete).
/// Proof: at the true p the left side is uniform on (0, 1), and it rises with p; so the bound exceeds the
/// true p iff a uniform number is below alpha. It is never below clopper_pearson_lower(k), which is u = 1,
/// nor above clopper_pearson_lower(k + 1), which is u = 0; a larger u than the one drawn is always allowed
/// (Stevens 1950; for smoothing Voracek 2024, arXiv:2406.17830).
///
/// The uniform is part of the evidence: record it. Drawing again until the bound is good voids the guarantee.
/// Where k = n and u <= alpha the bound is 1, which means an infinite radius; for p < 1 this is the only way
/// in which it fails. To exclude infinite radii, raise u.
///
/// @param u  in [0, 1]
Probability randomized_clopper_pearson_lower(std::int64_t successes, std::int64_t n, double alpha, double u);

/// certified_radius with that bound: never smaller for the same votes. Where k = n, u is raised to 10 alpha
/// (at most 1), so that no radius is infinite and no radius claims a failure probability below ln(10) / n.
std::optional<double> randomized_radius(std::int64_t k, const Budget& budget, double u);

/// The smallest failure probability that such a radius claims.
double least_randomized_claim(const Budget& budget);

}  // namespace certus
