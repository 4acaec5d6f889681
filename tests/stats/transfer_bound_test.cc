#include "certus/stats/transfer_bound.h"

#include <cmath>
#include <vector>

#include "certus/stats/binomial.h"
#include "certus/stats/clopper_pearson.h"
#include "certus/stats/normal.h"

namespace certus {
namespace {

/// What a draw of one noise does to both networks.
struct Pair {
  double both = 0.0;    ///< both say c
  double lost = 0.0;    ///< h says c, g does not
  double gained = 0.0;  ///< g says c, h does not
};

/// The chance that the bound exceeds P(g = c) when `paired` of the `draws` of h are paired: summed over all
/// counts.
template <typename Bound>
double chance_of_missing(const Pair& truth, std::int64_t draws, std::int64_t paired, Bound bound) {
  const double of_h = truth.both + truth.lost;
  double missing = 0;
  for (std::int64_t lost = 0; lost <= paired; ++lost) {
    const double of_lost = binomial_pmf(lost, paired, Probability::from_p(truth.lost));
    for (std::int64_t both = 0; both <= paired - lost; ++both) {
      const double of_both =
          binomial_pmf(both, paired - lost, Probability::from_p(truth.both / (1 - truth.lost)));
      for (std::int64_t more = 0; more <= draws - paired; ++more) {
        const double mass = of_lost * of_both * binomial_pmf(more, draws - paired, Probability::from_p(of_h));
        if (mass < 1e-12) continue;
        const double p = bound({.cheap_votes = lost + both + more,
                                .cheap_draws = draws,
                                .lost_votes = lost,
                                .paired_draws = paired});
        if (p > truth.both + truth.gained) missing += mass;
      }
    }
  }
  return missing;
}

const std::vector<Pair> kTruths = {{.both = 0.9, .lost = 0.0, .gained = 0.0},
                                   {.both = 0.85, .lost = 0.05, .gained = 0.0},
                                   {.both = 0.6, .lost = 0.2, .gained = 0.1},
                                   {.both = 0.97, .lost = 0.03, .gained = 0.0},
                                   {.both = 0.5, .lost = 0.45, .gained = 0.0}};

TEST(TransferLower, MissesAtMostAsOftenAsPromisedThoughPairedDrawsCountTwice) {
  const TransferAlpha alpha{.cheap = 0.06, .paired = 0.04};
  for (const Pair& truth : kTruths) {
    const double missing = chance_of_missing(
        truth, 30, 12, [&](const TransferVotes& votes) { return transfer_lower(votes, alpha).p; });
    EXPECT_LE(missing, 0.1) << truth.both;
  }
}

TEST(TransferLower, WouldMissWithoutTheLoss) {
  // The test above can fail: h's votes alone say too much of g.
  const double missing = chance_of_missing(kTruths[4], 30, 12, [](const TransferVotes& votes) {
    return clopper_pearson_lower(votes.cheap_votes, votes.cheap_draws, 0.1).p;
  });
  EXPECT_GT(missing, 0.9);
}

TEST(TransferLower, IsTheDifferenceOfTheTwoBoundsRoundedDown) {
  const TransferVotes votes{
      .cheap_votes = 9500, .cheap_draws = 10'000, .lost_votes = 3, .paired_draws = 1000};
  const Probability bound = transfer_lower(votes, {.cheap = 0.0005, .paired = 0.0005});
  const double exact =
      clopper_pearson_lower(9500, 10'000, 0.0005).p - clopper_pearson_upper(3, 1000, 0.0005).p;
  EXPECT_LT(bound.p, exact);
  EXPECT_NEAR(bound.p, exact, 1e-15);
  EXPECT_GE(bound.q, 1 - bound.p - 1e-15);
  EXPECT_EQ(
      transfer_lower({.cheap_votes = 1, .cheap_draws = 10, .lost_votes = 9, .paired_draws = 10}, {0.1, 0.1})
          .p,
      0.0);
}

TEST(BestTransferAlpha, SpendsAlphaAndBeatsHalves) {
  for (const double loss : {0.0, 0.002, 0.02}) {
    const TransferAlpha best = best_transfer_alpha(0.9, loss, 100'000, 2000, 0.001);
    EXPECT_NEAR(best.cheap + best.paired, 0.001, 1e-18);
    const TransferVotes votes{.cheap_votes = 90'000,
                              .cheap_draws = 100'000,
                              .lost_votes = std::llround(loss * 2000),
                              .paired_draws = 2000};
    EXPECT_GT(transfer_lower(votes, best).p, transfer_lower(votes, {0.0005, 0.0005}).p) << loss;
    EXPECT_GT(best.paired, best.cheap) << loss;  // few draws leave more open
  }
}

}  // namespace
}  // namespace certus
