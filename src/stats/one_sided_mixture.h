#pragma once

#include <cstdint>

#include "certus/stats/outward_bound.h"
#include "certus/stats/probability.h"

namespace certus {

/// Proves that the probability p of a vote is above p0, at all numbers of draws at once.
///
/// Guarantee: if p <= p0, the chance that is_proven(k, n) holds at any n >= 1 of an endless sequence of
/// draws, where k is the number of votes among the first n, is at most alpha. So one may look after every
/// draw, stop for any reason and continue later.
///
/// Proof. For p' > p0 let L_n(p') = (p'/p0)^k ((1-p')/(1-p0))^(n-k). The next draw multiplies it by a factor
/// whose mean under p is p p'/p0 + (1-p) (1-p')/(1-p0). This mean rises with p, because p'/p0 > 1 >
/// (1-p')/(1-p0), and it is 1 at p = p0. So L_n(p') is a nonnegative supermartingale, which starts at 1, for
/// every p <= p0, and so is its average e_n over any prior on p' in (p0, 1]. Ville's inequality: P(e_n >=
/// 1/alpha for some n) <= alpha. is_proven(k, n) says that e_n >= 1/alpha.
///
/// The prior is Jeffreys', Beta(1/2, 1/2), truncated to (p0, 1], so
///   e_n = B(k + 1/2, n - k + 1/2) P(Y > p0) / (2 asin(sqrt(1 - p0)) p0^k (1-p0)^(n-k)),
/// with Y ~ Beta(k + 1/2, n - k + 1/2), and 2 asin(sqrt(1 - p0)) = B(1/2, 1/2) times the prior's share above
/// p0. A two-sided mixture (confidence_sequence.h) spends the rest of the prior on p' below p0, which a
/// certificate never claims, and therefore needs more votes.
///
/// L_n(p') rises with k for every p', so e_n does, too: one count per n describes the rule.
///
/// Safe side: e_n is taken at its smallest, given the errors of its evaluation.
class OneSidedMixture {
 public:
  /// @param p0     in (0, 1)
  /// @param alpha  in [1e-300, 1)
  OneSidedMixture(Probability p0, double alpha);

  /// ln e_n from below, by less than 1e-8 up to n = 10^7; for n in [0, 10^9] and k in [0, n].
  double log_e(std::int64_t k, std::int64_t n) const;
  bool is_proven(std::int64_t k, std::int64_t n) const;

  /// The smallest k for which n draws prove p > p0; n + 1 if there is none.
  std::int64_t least_count(std::int64_t n) const;

 private:
  Root p0_;
  double log_bar_;          ///< ln(1/alpha), rounded up
  long double log_weight_;  ///< of the prior above p0, times B(1/2, 1/2)
};

}  // namespace certus
