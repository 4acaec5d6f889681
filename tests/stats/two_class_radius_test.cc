#include "certus/stats/two_class_radius.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "certus/stats/binomial.h"
#include "certus/stats/clopper_pearson.h"
#include "certus/stats/normal.h"
#include "gtest/gtest.h"

namespace certus {
namespace {

TEST(TwoClassRadius, IsTheFormulaWithAlphaSplit) {
  const Budget budget{.n = 1000, .alpha = 0.01, .sigma = 0.5};
  const double p_a = clopper_pearson_lower(600, 1000, 0.005).p;
  const auto expect_radius = [&](std::optional<double> radius, double alpha_b) {
    const double p_b = clopper_pearson_upper(150, 1000, alpha_b).p;
    const double expected = 0.25 * (normal_quantile(p_a) - normal_quantile(p_b));
    ASSERT_TRUE(radius);
    EXPECT_NEAR(*radius, expected, 1e-14);
    EXPECT_LE(*radius, expected * (1 + 1e-15));
  };
  expect_radius(two_class_radius(600, 150, budget), 0.005);
  expect_radius(two_class_radius_by_union(600, 150, 10, budget), 0.01 / (2 * 9));
}

TEST(TwoClassRadius, BeatsTheTopClassWhereTheRestIsScattered) {
  const Budget budget{.n = 10'000, .alpha = 0.001, .sigma = 1.0};
  EXPECT_GT(*two_class_radius(7000, 400, budget), *certified_radius(7000, budget));
  // and certifies where the top class has no majority
  EXPECT_FALSE(certified_radius(4500, budget));
  EXPECT_TRUE(two_class_radius(4500, 900, budget));
}

TEST(TwoClassRadius, WithTwoClassesIsTheTopClassRuleAtHalfOfAlpha) {
  for (const std::int64_t k : {60, 80, 99, 100}) {
    const auto radius = two_class_radius(k, 100 - k, {.n = 100, .alpha = 0.01, .sigma = 0.5});
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
  EXPECT_FALSE(two_class_radius(0, 100, budget));
  EXPECT_FALSE(two_class_radius(50, 50, budget));
  EXPECT_FALSE(two_class_radius(40, 35, budget));
}

TEST(TwoClassRadius, IsLargerThanWithTheUnionBoundAndTheSameForTwoClasses) {
  const Budget budget{.n = 1000, .alpha = 0.001, .sigma = 1.0};
  for (const std::int64_t k : {400, 600, 800, 950}) {
    for (const std::int64_t runner_up : {0, 10, 50, 200}) {
      if (k + runner_up > 1000) continue;
      const double radius = two_class_radius(k, runner_up, budget).value_or(0.0);
      EXPECT_GE(radius, two_class_radius_by_union(k, runner_up, 1000, budget).value_or(0.0));
      EXPECT_EQ(radius, two_class_radius_by_union(k, runner_up, 2, budget).value_or(0.0));
    }
  }
  const auto gain = [&](std::int64_t k, std::int64_t runner_up) {
    return *two_class_radius(k, runner_up, budget) / *two_class_radius_by_union(k, runner_up, 1000, budget);
  };
  EXPECT_NEAR(gain(300, 50), 1.147, 0.001);
  EXPECT_NEAR(gain(400, 100), 1.129, 0.001);
  EXPECT_NEAR(gain(500, 100), 1.092, 0.001);
  EXPECT_NEAR(gain(700, 10), 1.066, 0.001);
}

/// Calls visit(counts, probability) for all counts of `n` draws of classes with these probabilities.
template <typename Visit>
void for_all_counts(const std::vector<double>& p, std::int64_t n, const Visit& visit) {
  std::vector<std::int64_t> counts(p.size());
  const auto fill = [&](const auto& self, std::size_t cls, std::int64_t left, double rest,
                        double mass) -> void {
    if (cls + 1 == p.size()) {
      counts[cls] = left;
      visit(counts, mass);
      return;
    }
    for (std::int64_t k = 0; k <= left; ++k) {
      const double share = rest > 0 ? std::min(1.0, p[cls] / rest) : 0.0;
      const double here = binomial_pmf(k, left, Probability::from_p(share));
      if (here == 0.0) continue;
      counts[cls] = k;
      self(self, cls + 1, left - k, rest - p[cls], mass * here);
    }
  };
  fill(fill, 0, n, 1.0, 1.0);
}

/// The others share what the likeliest leaves: evenly, all for one, or in between.
std::vector<std::vector<double>> shares_of_the_others(double p_a, double p_b, int others) {
  std::vector<std::vector<double>> all;
  for (int equal = 1; equal <= others; ++equal) {  // as likely as the runner-up
    std::vector<double> p{p_a};
    for (int i = 0; i < equal; ++i) p.push_back(p_b);
    const double left = 1 - p_a - equal * p_b;
    if (left < -1e-12 || (equal == others && left > 1e-12)) continue;
    if (equal < others && left > (others - equal) * p_b) continue;  // would be likelier than the runner-up
    for (int i = equal; i < others; ++i) p.push_back(std::max(0.0, left) / (others - equal));
    all.push_back(p);
  }
  return all;
}

TEST(TwoClassRadius, IsFalseWithProbabilityAtMostAlphaForThreeAndFourClasses) {
  double worst = 0.0;
  for (const int others : {2, 3}) {
    const Budget budget{.n = others == 2 ? 40 : 22, .alpha = 0.1, .sigma = 1.0};
    const std::int64_t n = budget.n;
    std::vector<double> radius(static_cast<std::size_t>((n + 1) * (n + 1)));
    for (std::int64_t k = 0; k <= n; ++k) {
      for (std::int64_t b = 0; k + b <= n; ++b)
        radius[static_cast<std::size_t>(k * (n + 1) + b)] = two_class_radius(k, b, budget).value_or(0.0);
    }
    // Probabilities next to the bounds, where one more count makes a radius false.
    std::vector<double> chosen, runner_up;
    for (std::int64_t k = n / 3; k <= n; k += 3)
      chosen.push_back(clopper_pearson_lower(k, n, budget.alpha / 2).p * (1 - 1e-9));
    for (std::int64_t b = 0; b <= n / 2; b += 2)
      runner_up.push_back(clopper_pearson_upper(b, n, budget.alpha / 2).p * (1 + 1e-9));
    for (const double p_a : chosen) {
      for (const double p_b : runner_up) {
        if (p_a <= p_b) continue;
        const double truth = budget.sigma / 2 * (normal_quantile(p_a) - normal_quantile(p_b));
        for (const auto& p : shares_of_the_others(p_a, p_b, others)) {
          double missed = 0.0;
          for_all_counts(p, n, [&](const std::vector<std::int64_t>& counts, double mass) {
            const std::int64_t most = *std::max_element(counts.begin() + 1, counts.end());
            if (radius[static_cast<std::size_t>(counts[0] * (n + 1) + most)] > truth) missed += mass;
          });
          EXPECT_LE(missed, budget.alpha) << p_a << ' ' << p_b;
          worst = std::max(worst, missed);
        }
      }
    }
  }
  EXPECT_GT(worst, 0.04);  // the sum does see false radii
}

TEST(TwoClassRadius, BoundsTheRunnerUpByTheLargestCountWithHalfOfAlpha) {
  // The step that saves the union bound: U(largest count) is below the largest probability with probability
  // at most alpha / 2, however many classes there are.
  const double half = 0.05;
  double worst = 0.0;
  for (const int others : {1, 2, 3}) {
    const std::int64_t n = 20;
    for (std::int64_t b = 0; b <= n / 2; ++b) {
      const double p_b = clopper_pearson_upper(b, n, half).p * (1 + 1e-9);
      for (const double p_a : {0.0, 0.2, 0.5, 1 - p_b}) {
        for (const auto& p : shares_of_the_others(p_a, p_b, others)) {
          double missed = 0.0;
          for_all_counts(p, n, [&](const std::vector<std::int64_t>& counts, double mass) {
            const std::int64_t most = *std::max_element(counts.begin() + 1, counts.end());
            if (clopper_pearson_upper(most, n, half).p < p_b) missed += mass;
          });
          EXPECT_LE(missed, half) << p_a << ' ' << p_b << ' ' << others;
          worst = std::max(worst, missed);
        }
      }
    }
  }
  EXPECT_GT(worst, 0.99999 * half);  // with one other class nothing is given away
}

}  // namespace
}  // namespace certus
