#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "certus/stats/probability.h"

namespace certus {

/// Counts that prove p > p0 at looks known beforehand, with the failure probability computed exactly.
///
/// Returns u with u[j] the least count for looks[j] such that P_p0(votes >= u[i] at looks[i] for some i <= j)
/// <= spent[j]; looks[j] + 1 where no count will do. What one look cannot spend, since counts are discrete,
/// the next ones can.
///
/// Promise: whoever claims p > p0 when votes reach u[j] at looks[j], claims falsely with probability at most
/// spent.back(), for every p <= p0. At p0 by construction; for p < p0 by coupling: with the same uniform
/// numbers behind the draws, fewer votes at every look. Stopping for any other reason, or going on after
/// giving up (to the looks that are left), can only lower the probability of the claim: a rule for giving up
/// costs no alpha. This is alpha spending (Lan and DeMets 1983) with the binomial recursion in place of a
/// normal approximation.
///
/// A share of 1e-7 of `spent` is held back against rounding (vote_walk.h).
///
/// @param looks  rising numbers of draws
/// @param spent  failure probability allowed up to each look, not falling
std::vector<std::int64_t> spending_boundary(Probability p0, std::span<const std::int64_t> looks,
                                            std::span<const double> spent);

}  // namespace certus
