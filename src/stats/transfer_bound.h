#pragma once

#include <cstdint>

#include "certus/stats/probability.h"

namespace certus {

/// What is known about an exact network g and a cheap network h, for one image and one class c. In a paired
/// draw both networks see the same noise.
struct TransferVotes {
  std::int64_t cheap_votes = 0;   ///< draws on which h says c,
  std::int64_t cheap_draws = 0;   ///< of these
  std::int64_t lost_votes = 0;    ///< paired draws on which h says c and g does not,
  std::int64_t paired_draws = 0;  ///< of these
};

/// How alpha is divided. The division must be fixed before the draws that it is used on.
struct TransferAlpha {
  double cheap = 0.0;   ///< pays for P(h says c)
  double paired = 0.0;  ///< pays for P(h says c and g does not)
};

/// Lower confidence bound on P(g says c), from votes that mostly come from h.
///
///   P(g = c) >= P(h = c and g = c) = P(h = c) - P(h = c and g != c):
/// The first term is bounded from below at level alpha.cheap, the second from above at alpha.paired, both by
/// Clopper-Pearson. By the union bound the result is at most the true P(g = c) with probability at least 1 -
/// cheap - paired. The union bound needs no independence, so paired draws may be among the cheap ones. Only
/// draws that g loses are counted, not all draws on which the networks differ (which Ugare et al. 2024,
/// arXiv:2305.19521, count): where h is wrong and g is right, nothing is lost. The result is clamped to [0,
/// 1] and rounded down.
///
/// The numbers of draws must be fixed in advance.
Probability transfer_lower(const TransferVotes& votes, const TransferAlpha& alpha);

/// The division of alpha that makes transfer_lower largest when the votes come out as expected: a share p of
/// the cheap draws, a share `loss` of the paired ones. Call it with guesses made before the draws; a bad
/// guess costs radius but never the guarantee.
TransferAlpha best_transfer_alpha(double p, double loss, std::int64_t cheap_draws, std::int64_t paired_draws,
                                  double alpha);

}  // namespace certus
