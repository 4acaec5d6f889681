#include "certus/stats/randomized_clopper_pearson.h"

#include <cmath>

#include "certus/stats/binomial.h"
#include "certus/stats/clopper_pearson.h"

namespace certus {
namespace {

TEST(RandomizedClopperPearson, MissesWithProbabilityAlphaExactly) {
  // Over votes by summing, over the uniform by finding where the bound passes p: it falls as u rises.
  constexpr std::int64_t kDraws = 12;
  for (const double alpha : {0.1, 0.01}) {
    for (const double p : {0.03, 0.2, 0.5, 0.77, 0.95, 0.999}) {
      double miss = 0;
      for (std::int64_t k = 0; k <= kDraws; ++k) {
        double misses = 0.0;  // every u below this one
        double holds = 1.0;   // and none from here on
        if (randomized_clopper_pearson_lower(k, kDraws, alpha, 1.0).p > p) misses = 1.0;
        if (!(randomized_clopper_pearson_lower(k, kDraws, alpha, 0.0).p > p)) holds = 0.0;
        while (holds - misses > 1e-9) {
          const double u = (misses + holds) / 2;
          (randomized_clopper_pearson_lower(k, kDraws, alpha, u).p > p ? misses : holds) = u;
        }
        miss += binomial_pmf(k, kDraws, Probability::from_p(p)) * misses;
      }
      EXPECT_NEAR(miss, alpha, 2e-9) << alpha << ' ' << p;
    }
  }
}

TEST(RandomizedClopperPearson, LiesBetweenTheBoundsOfThisAndOfOneMoreVote) {
  for (const std::int64_t n : {5, 100, 100'000}) {
    for (const std::int64_t k : {n / 2, n - 2, n - 1}) {
      double last = 1.0;
      for (const double u : {0.0, 0.01, 0.3, 0.7, 0.999, 1.0}) {
        const Probability bound = randomized_clopper_pearson_lower(k, n, 0.001, u);
        EXPECT_LE(bound.p, last);
        last = bound.p;
        EXPECT_GE(bound.p, clopper_pearson_lower(k, n, 0.001).p * (1 - 1e-15));
        EXPECT_LE(bound.p, clopper_pearson_lower(k + 1, n, 0.001).p * (1 + 1e-15));
        EXPECT_NEAR(bound.p + bound.q, 1.0, 1e-15);
      }
      EXPECT_EQ(last, clopper_pearson_lower(k, n, 0.001).p);
    }
  }
}

TEST(RandomizedClopperPearson, KeepsItsPromiseAtTheReturnedDouble) {
  for (const std::int64_t n : {3, 1000, 1'000'000}) {
    for (const double share : {0.0, 0.5, 0.9, 1.0}) {
      for (const double u : {0.0005, 0.02, 0.5, 0.99}) {
        const auto k = static_cast<std::int64_t>(share * static_cast<double>(n));
        const Probability bound = randomized_clopper_pearson_lower(k, n, 0.001, u);
        if (bound.p == 0.0 || bound.p == 1.0) continue;
        const double tail =
            u * binomial_upper_tail(k, n, bound) + (1 - u) * binomial_upper_tail(k + 1, n, bound);
        EXPECT_LE(tail, 0.001 * (1 + 1e-14)) << n << ' ' << k << ' ' << u;
        EXPECT_GE(tail, 0.001 * (1 - 1e-6)) << n << ' ' << k << ' ' << u;
      }
    }
  }
}

TEST(RandomizedClopperPearson, ReachesTheEndsOfTheLineOnlyForSmallUniforms) {
  EXPECT_EQ(randomized_clopper_pearson_lower(10, 10, 0.01, 0.01).p, 1.0);
  EXPECT_NEAR(randomized_clopper_pearson_lower(10, 10, 0.01, 0.02).p, std::pow(0.5, 0.1), 1e-15);
  EXPECT_EQ(randomized_clopper_pearson_lower(0, 10, 0.01, 0.01).p, 0.0);
  EXPECT_GT(randomized_clopper_pearson_lower(0, 10, 0.01, 0.005).p, 0.0);
}

}  // namespace
}  // namespace certus
