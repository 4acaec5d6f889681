#include "certus/stats/one_sided_mixture.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "certus/stats/confidence_sequence.h"
#include "certus/stats/normal.h"
#include "certus/stats/vote_walk.h"
#include "gtest/gtest.h"

namespace certus {
namespace {

/// The chance that p > p0 is ever claimed in n draws that are looked at one by one, each a vote with
/// probability p.
double claimed_while_peeking(const OneSidedMixture& mixture, Probability p, std::int64_t n) {
  VoteWalk walk(p);
  double claimed = 0;
  for (std::int64_t draws = 1; draws <= n; ++draws) {
    walk.draw(1);
    claimed += walk.take_from(mixture.least_count(draws));
  }
  return claimed;
}

TEST(OneSidedMixture, ClaimsFalselyWithProbabilityAtMostAlphaWhenLookedAtAfterEveryDraw) {
  for (const double alpha : {0.2, 0.05, 0.001}) {
    for (const double at : {0.05, 0.5, 0.69, 0.9, 0.977}) {
      const Probability p0 = Probability::from_p(at);
      const OneSidedMixture mixture(p0, alpha);
      double last = claimed_while_peeking(mixture, p0, 400);
      EXPECT_LE(last, alpha) << at;
      EXPECT_GT(last, alpha / 30) << at;  // not by being vacuous
      for (const double below : {0.99, 0.9, 0.5}) {
        const double claimed = claimed_while_peeking(mixture, Probability::from_p(at * below), 400);
        EXPECT_LE(claimed, last) << at << ' ' << below;
        last = claimed;
      }
    }
  }
}

TEST(OneSidedMixture, IsASupermartingaleThatStartsAtOne) {
  // With Ville's inequality this is the guarantee. At p0 the mean of the next value is the value itself; for
  // p < p0 it is smaller, because the value rises with the votes.
  for (const double at : {0.02, 0.3, 0.5, 0.9, 0.9987}) {
    const Probability p0 = Probability::from_p(at);
    const OneSidedMixture mixture(p0, 0.001);
    const auto e = [&](std::int64_t k, std::int64_t n) { return std::exp(mixture.log_e(k, n)); };
    EXPECT_NEAR(e(0, 0), 1.0, 3e-9);
    EXPECT_LE(e(0, 0), 1.0);
    for (const std::int64_t n : {0, 1, 2, 10, 50, 1000, 100'000, 9'999'999}) {
      const auto middle = static_cast<std::int64_t>(at * static_cast<double>(n));
      const auto deviation = static_cast<std::int64_t>(std::sqrt(static_cast<double>(n) * at * (1 - at)));
      for (std::int64_t k = std::max<std::int64_t>(0, middle - 4 * deviation);
           k <= std::min(n, middle + 6 * deviation); k += std::max<std::int64_t>(1, deviation / 3)) {
        const double voted = e(k + 1, n + 1), missed = e(k, n + 1);
        EXPECT_NEAR((p0.p * voted + p0.q * missed) / e(k, n), 1.0, 2e-8) << at << ' ' << k << ' ' << n;
        EXPECT_GT(voted, missed) << at << ' ' << k << ' ' << n;
      }
    }
  }
}

TEST(OneSidedMixture, HasTheValuesOfItsFormulaWhereTheyAreKnown) {
  // After one vote at p0 = 1/2: E[Y | Y > 1/2] / p0 = 2 (1/2 + 1/pi) for Y ~ Beta(1/2, 1/2).
  const double e = 2 * (0.5 + 1 / std::acos(-1.0));
  const Probability half = Probability::from_p(0.5);
  EXPECT_TRUE(OneSidedMixture(half, 1.000001 / e).is_proven(1, 1));
  EXPECT_FALSE(OneSidedMixture(half, 0.999999 / e).is_proven(1, 1));
  EXPECT_FALSE(OneSidedMixture(half, 0.999).is_proven(0, 1));
}

TEST(OneSidedMixture, FindsTheLeastCount) {
  for (const double at : {0.1, 0.5, 0.84, 0.999}) {
    const OneSidedMixture mixture(Probability::from_p(at), 0.001);
    for (const std::int64_t n : {1, 10, 100, 5000, 20'000, 10'000'000}) {
      const std::int64_t least = mixture.least_count(n);
      if (least <= n) {
        EXPECT_TRUE(mixture.is_proven(least, n)) << at << ' ' << n;
      }
      EXPECT_FALSE(mixture.is_proven(least - 1, n)) << at << ' ' << n;
    }
  }
}

std::int64_t least_votes_without_a_miss(const auto& is_proven) {
  std::int64_t n = 1;
  while (!is_proven(n)) ++n;
  return n;
}

TEST(OneSidedMixture, NeedsFewerVotesThanTheTwoSidedOne) {
  const ConfidenceSequence sequence(0.001);
  const std::vector<std::int64_t> one_sided = {351, 5977}, two_sided = {459, 8904};
  for (const std::size_t i : {0u, 1u}) {
    const Probability p0 = normal_probability(2.0 + static_cast<double>(i));
    const OneSidedMixture mixture(p0, 0.001);
    EXPECT_EQ(least_votes_without_a_miss([&](std::int64_t n) { return mixture.is_proven(n, n); }),
              one_sided[i]);
    EXPECT_EQ(least_votes_without_a_miss([&](std::int64_t n) {
                return sequence.side_of(p0, n, n) == ConfidenceSequence::Side::kAbove;
              }),
              two_sided[i]);
    for (const std::int64_t n : {1000, 10'000, 100'000, 1'000'000}) {
      EXPECT_LE(mixture.least_count(n), sequence.least_count_above(p0, n)) << n;
    }
  }
}

}  // namespace
}  // namespace certus
