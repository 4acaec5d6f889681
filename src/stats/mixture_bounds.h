#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "certus/stats/clopper_pearson.h"
#include "certus/stats/probability.h"

namespace certus {

/// What is known of a population of images whose p_A follows an unknown distribution G: the share that gets
/// at least `votes` of n votes, that is the mean of P[Bin(n, p) >= votes] over G, lies in [lower, upper].
struct ShareOfVotes {
  std::int64_t votes = 0;  ///< in [1, n]
  double lower = 0.0;
  double upper = 1.0;
};

/// A chance that depends on p, does not fall with p, and lies in [0, 1].
struct RisingChance {
  std::function<double(Probability)> of;
  double centre = 0.5;  ///< the p around which it rises
  double spread = 0.0;  ///< how far from there, as a difference of asin(sqrt(p)); 0: it jumps
  double error = 0.0;   ///< how far a computed value may be from the exact one, beyond 1e-10
};

/// P[Bin(n, p) >= k]. k is in [1, n].
RisingChance chance_of_votes(std::int64_t k, std::int64_t n);
/// Whether p is at least a given value.
RisingChance chance_of_reaching(double p);

/// The least and the largest mean of the chance over G, for all G on [0, 1] that fit what is known: discrete,
/// continuous or both. G may also have a total mass below 1 (images that get no votes at all).
///
/// Both bounds are proven for every such G, whatever the solver of the linear program did. For any weights
/// a_j, b_j >= 0, weak duality says
///   mean of h <= sum_j a_j upper_j - sum_j b_j lower_j + max(0, sup_p [h(p) - sum_j (a_j - b_j) t_j(p)]),
/// t_j(p) = P[Bin(n, p) >= votes_j]. The supremum is bounded cell by cell: on [p, p'] all of h and t_j lie
/// between their values at the ends, because they rise. The linear program only proposes the weights. Values
/// of h are taken to err by less than 1e-10, as binomial tails do, and by `error`, which widens the interval.
Interval mean_bounds(std::span<const ShareOfVotes> known, std::int64_t n, const RisingChance& chance);

}  // namespace certus
