#include "certus/stats/two_class_radius.h"

#include <cmath>

#include "certus/stats/binomial.h"
#include "certus/stats/clopper_pearson.h"
#include "certus/stats/normal.h"
#include "gtest/gtest.h"

namespace certus {
namespace {

TEST(TwoClassRadius, IsTheFormulaWithAlphaSplit) {
  const Budget budget{.n = 1000, .alpha = 0.01, .sigma = 0.5};
  const double p_a = clopper_pearson_lower(600, 1000, 0.005).p;
  const double p_b = clopper_pearson_upper(150, 1000, 0.01 / (2 * 9)).p;
  const double expected = 0.25 * (normal_quantile(p_a) - normal_quantile(p_b));
  const auto radius = two_class_radius(600, 150, 10, budget);
  ASSERT_TRUE(radius);
  EXPECT_NEAR(*radius, expected, 1e-14);
  EXPECT_LE(*radius, expected * (1 + 1e-15));
}

TEST(TwoClassRadius, BeatsTheTopClassWhereTheRestIsScattered) {
  const Budget budget{.n = 10'000, .alpha = 0.001, .sigma = 1.0};
  EXPECT_GT(*two_class_radius(7000, 400, 10, budget), *certified_radius(7000, budget));
  // and certifies where the top class has no majority
  EXPECT_FALSE(certified_radius(4500, budget));
  EXPECT_TRUE(two_class_radius(4500, 900, 10, budget));
}

TEST(TwoClassRadius, WithTwoClassesIsTheTopClassRuleAtHalfOfAlpha) {
  for (const std::int64_t k : {60, 80, 99, 100}) {
    const auto radius = two_class_radius(k, 100 - k, 2, {.n = 100, .alpha = 0.01, .sigma = 0.5});
    const auto top = certified_radius(k, {.n = 100, .alpha = 0.005, .sigma = 0.5});
    ASSERT_EQ(radius.has_value(), top.has_value()) << k;
    if (radius) {
      EXPECT_NEAR(*radius, *top, 1e-12) << k;
      EXPECT_LE(*radius, *top) << k;  // never above what the simpler proof gives
    }
  }
}

TEST(TwoClassRadius, AbstainsWithoutALead) {
  const Budget budget{.n = 100, .alpha = 0.001, .sigma = 1.0};
  EXPECT_FALSE(two_class_radius(0, 100, 10, budget));
  EXPECT_FALSE(two_class_radius(50, 50, 10, budget));
  EXPECT_FALSE(two_class_radius(40, 35, 10, budget));
}

/// The share of false radii for three classes with known probabilities, by summing the multinomial mass
/// exactly.
double exact_miss_rate(double p_a, double p_b, const Budget& budget) {
  const double truth = budget.sigma / 2 * (normal_quantile(p_a) - normal_quantile(p_b));
  const std::int64_t n = budget.n;
  double missed = 0.0;
  for (std::int64_t k = 0; k <= n; ++k) {
    const double top = binomial_pmf(k, n, Probability::from_p(p_a));
    for (std::int64_t b = 0; k + b <= n; ++b) {
      const std::int64_t runner_up = std::max(b, n - k - b);
      const auto radius = two_class_radius(k, runner_up, 3, budget);
      // The others share what the first class leaves.
      if (radius && *radius > truth)
        missed += top * binomial_pmf(b, n - k, Probability::from_p(p_b / (1 - p_a)));
    }
  }
  return missed;
}

TEST(TwoClassRadius, IsFalseWithProbabilityAtMostAlpha) {
  const Budget budget{.n = 60, .alpha = 0.1, .sigma = 1.0};
  double worst = 0.0;
  for (const double p_a : {0.45, 0.55, 0.7, 0.85}) {
    for (const double share : {0.5, 0.6, 0.8, 0.99}) {
      const double rate = exact_miss_rate(p_a, share * (1 - p_a), budget);
      EXPECT_LE(rate, budget.alpha) << p_a << " " << share;
      worst = std::max(worst, rate);
    }
  }
  EXPECT_GT(worst, 0.0);  // the sum does see false radii
}

}  // namespace
}  // namespace certus
