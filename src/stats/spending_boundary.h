#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "certus/stats/probability.h"

namespace certus {

/// Counts that prove p > p0 at looks that are fixed in advance, with the failure probability computed
/// exactly.
///
/// Returns u, where u[j] is the smallest count for looks[j] such that P_p0(votes >= u[i] at looks[i] for some
/// i <= j) <= spent[j]; looks[j] + 1 where no count is sufficient. What one look cannot spend because counts
/// are discrete, later looks can spend.
///
/// Guarantee: if one claims p > p0 when the votes reach u[j] at looks[j], the claim is false with probability
/// at most spent.back(), for every p <= p0. At p0 this holds by construction. For p < p0 it follows by
/// coupling: with the same uniform numbers behind the draws, there are never more votes at any look. Stopping
/// for any other reason, or continuing after giving up (to the remaining looks), can only lower the
/// probability of the claim: a rule for giving up costs no alpha. This is alpha spending (Lan and DeMets
/// 1983) with the binomial recursion in place of a normal approximation.
///
/// A share of 1e-7 of `spent` is held back against rounding (vote_walk.h).
///
/// @param looks  increasing numbers of draws
/// @param spent  failure probability allowed up to each look, never decreasing
std::vector<std::int64_t> spending_boundary(Probability p0, std::span<const std::int64_t> looks,
                                            std::span<const double> spent);

/// How alpha may be spent: nothing before `first` draws, `share` of it up to there, and the rest evenly in
/// the logarithm of the draws up to `last`, at which all is spent.
///
/// @param looks  increasing, up to `last`
/// @return       alpha spent up to each look
std::vector<double> log_spending(std::span<const std::int64_t> looks, double first, double last, double alpha,
                                 double share);

}  // namespace certus
