#include "certus/stats/confidence_sequence.h"

#include <cmath>

#include "certus/stats/vote_walk.h"

namespace certus {
namespace {

using Side = ConfidenceSequence::Side;

TEST(ConfidenceSequence, CoversAtAllDrawsAtOnceWithTheProbabilityPromised) {
  // The chance that the interval ever misses p in the first 300 draws, over all courses of the votes.
  for (const double alpha : {0.2, 0.05, 0.01}) {
    const ConfidenceSequence sequence(alpha);
    for (const double p : {0.02, 0.3, 0.5, 0.8, 0.95, 0.99}) {
      VoteWalk walk(Probability::from_p(p));
      double missed = 0;
      for (std::int64_t n = 1; n <= 300; ++n) {
        walk.draw(1);
        std::int64_t low = 0;  // counts whose interval contains p are contiguous
        while (low <= n && sequence.upper(low, n).p < p) ++low;
        std::int64_t high = n;
        while (high >= 0 && sequence.lower(high, n).p > p) --high;
        missed += walk.take_up_to(low - 1) + walk.take_from(high + 1);
      }
      EXPECT_LE(missed, alpha) << alpha << ' ' << p;
      EXPECT_GT(missed, alpha / 30) << alpha << ' ' << p;  // not by being vacuous
    }
  }
}

TEST(ConfidenceSequence, HasTheEndsOfItsFormulaWhereTheyAreKnown) {
  // Jeffreys' mixture gives 1/2 to the first vote and 3/8 to the first two: 1/(2p) and 3/(8p^2) reach
  // 1/alpha.
  const ConfidenceSequence sequence(0.05);
  EXPECT_NEAR(sequence.lower(1, 1).p, 0.025, 1e-15);
  EXPECT_NEAR(sequence.lower(2, 2).p, std::sqrt(0.05 * 3 / 8), 1e-15);
  EXPECT_NEAR(sequence.upper(0, 1).q, 0.025, 1e-15);
  const ConfidenceSequence flat(0.05, {.a = 1, .b = 1});  // a flat prior gives 1/(n + 1) to n votes
  EXPECT_NEAR(flat.lower(7, 7).p, std::pow(0.05 / 8, 1.0 / 7), 1e-15);
  EXPECT_EQ(sequence.lower(0, 9).p, 0.0);
  EXPECT_EQ(sequence.upper(9, 9).p, 1.0);
  EXPECT_EQ(sequence.lower(0, 0).p, 0.0);
  EXPECT_EQ(sequence.upper(0, 0).p, 1.0);
}

TEST(ConfidenceSequence, DecidesAsItsEndsDo) {
  const ConfidenceSequence sequence(0.01);
  int above = 0;
  int below = 0;
  for (const std::int64_t n : {1, 7, 60, 1000, 100'000}) {
    for (const double share : {0.0, 0.2, 0.5, 0.7, 0.9, 0.99, 1.0}) {
      const auto k = static_cast<std::int64_t>(share * static_cast<double>(n));
      for (const double p0 : {0.01, 0.3, 0.5, 0.69, 0.71, 0.9, 0.985, 0.999}) {
        const Side side = sequence.side_of(Probability::from_p(p0), k, n);
        EXPECT_EQ(side == Side::kAbove, p0 <= sequence.lower(k, n).p) << k << ' ' << n << ' ' << p0;
        EXPECT_EQ(side == Side::kBelow, p0 >= sequence.upper(k, n).p) << k << ' ' << n << ' ' << p0;
        above += side == Side::kAbove ? 1 : 0;
        below += side == Side::kBelow ? 1 : 0;
      }
    }
  }
  EXPECT_EQ(sequence.side_of({0.0, 1.0}, 1, 1), Side::kAbove);
  EXPECT_EQ(sequence.side_of({1.0, 0.0}, 99, 100), Side::kBelow);
  EXPECT_EQ(sequence.side_of({1.0, 0.0}, 100, 100), Side::kUndecided);
  EXPECT_GT(above, 20);
  EXPECT_GT(below, 20);
}

TEST(ConfidenceSequence, FindsTheLeastCountAbove) {
  const ConfidenceSequence sequence(0.001);
  for (const double p0 : {0.1, 0.5, 0.84, 0.999}) {
    for (const std::int64_t n : {1, 10, 100, 5000, 20'000}) {
      const Probability at = Probability::from_p(p0);
      const std::int64_t least = sequence.least_count_above(at, n);
      if (least <= n) {
        EXPECT_EQ(sequence.side_of(at, least, n), Side::kAbove) << p0 << ' ' << n;
      }
      if (least > 0) {
        EXPECT_NE(sequence.side_of(at, least - 1, n), Side::kAbove) << p0 << ' ' << n;
      }
    }
  }
  EXPECT_EQ(sequence.least_count_above(Probability::from_p(0.999), 10), 11);
}

TEST(ConfidenceSequence, KeepsBothEndsOfAProbabilityNearOne) {
  const ConfidenceSequence sequence(0.001);
  const Probability lower = sequence.lower(1'000'000'000, 1'000'000'000);
  EXPECT_GT(lower.q, 1e-9);  // a fixed bound has 6.9e-9
  EXPECT_LT(lower.q, 3e-8);
  EXPECT_NEAR(lower.p + lower.q, 1.0, 1e-15);
}

}  // namespace
}  // namespace certus
