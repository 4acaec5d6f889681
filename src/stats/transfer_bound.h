#pragma once

#include <cstdint>

#include "certus/stats/probability.h"

namespace certus {

/// What is known of an exact network g and a cheap one h, of one image and one class c. A paired draw shows
/// both the same noise.
struct TransferVotes {
  std::int64_t cheap_votes = 0;   ///< draws on which h says c,
  std::int64_t cheap_draws = 0;   ///< of these
  std::int64_t lost_votes = 0;    ///< paired draws on which h says c and g does not,
  std::int64_t paired_draws = 0;  ///< of these
};

/// How alpha is divided. Fixed before the draws it is used on.
struct TransferAlpha {
  double cheap = 0.0;   ///< pays for P(h says c)
  double paired = 0.0;  ///< pays for P(h says c and g does not)
};

/// Lower confidence bound on P(g says c), from votes that are mostly h's.
///
///   P(g = c) >= P(h = c and g = c) = P(h = c) - P(h = c and g != c):
/// the first from below at level alpha.cheap, the second from above at alpha.paired, both Clopper-Pearson. By
/// the union bound the result is at most the true P(g = c) with probability at least 1 - cheap - paired. The
/// union bound asks for no independence, so paired draws may be among the cheap ones. Only draws that g loses
/// count, not all on which the networks differ (as Ugare et al. 2024, arXiv:2305.19521, count): where h is
/// wrong and g right nothing is lost. Clamped to [0, 1] and rounded down.
///
/// For numbers of draws that were fixed beforehand.
Probability transfer_lower(const TransferVotes& votes, const TransferAlpha& alpha);

/// The division of alpha that makes transfer_lower largest when votes come out as expected: a share p of the
/// cheap draws, a share `loss` of the paired ones. To be asked with guesses made before the draws; a bad
/// guess costs radius, never the promise.
TransferAlpha best_transfer_alpha(double p, double loss, std::int64_t cheap_draws, std::int64_t paired_draws,
                                  double alpha);

}  // namespace certus
