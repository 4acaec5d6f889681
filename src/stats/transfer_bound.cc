#include "certus/stats/transfer_bound.h"

#include <algorithm>
#include <cmath>

#include "certus/base/error.h"
#include "certus/stats/clopper_pearson.h"

namespace certus {
namespace {

/// cheap - loss, rounded down; the complement is summed separately and rounded up.
Probability difference(Probability cheap, Probability loss) {
  const double p = std::nextafter(cheap.p - loss.p, -1.0);
  if (p <= 0.0) return {0.0, 1.0};
  return {p, std::min(1.0, std::nextafter(cheap.q + loss.p, 2.0))};
}

}  // namespace

Probability transfer_lower(const TransferVotes& votes, const TransferAlpha& alpha) {
  return difference(clopper_pearson_lower(votes.cheap_votes, votes.cheap_draws, alpha.cheap),
                    clopper_pearson_upper(votes.lost_votes, votes.paired_draws, alpha.paired));
}

TransferAlpha best_transfer_alpha(double p, double loss, std::int64_t cheap_draws, std::int64_t paired_draws,
                                  double alpha) {
  CERTUS_CHECK(p >= 0.0 && p <= 1.0 && loss >= 0.0 && loss <= 1.0);
  const TransferVotes expected{.cheap_votes = std::llround(p * static_cast<double>(cheap_draws)),
                               .cheap_draws = cheap_draws,
                               .lost_votes = std::llround(loss * static_cast<double>(paired_draws)),
                               .paired_draws = paired_draws};
  // The bound is flat around its best division, so a grid that is even in the log odds of the share
  // is fine enough.
  TransferAlpha best{.cheap = alpha / 2, .paired = alpha / 2};
  double best_bound = transfer_lower(expected, best).p;
  for (double t = -7.0; t <= 7.0; t += 0.25) {
    const double share = 1.0 / (1.0 + std::exp(-t));
    const TransferAlpha split{.cheap = alpha * (1.0 - share), .paired = alpha * share};
    const double bound = transfer_lower(expected, split).p;
    if (bound > best_bound) {
      best_bound = bound;
      best = split;
    }
  }
  return best;
}

}  // namespace certus
