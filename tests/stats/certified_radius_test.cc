#include "certus/stats/certified_radius.h"

#include <algorithm>
#include <cmath>
#include <future>

#include "certus/stats/binomial.h"
#include "certus/stats/clopper_pearson.h"
#include "certus/stats/normal.h"
#include "support/golden_digits.h"
#include "support/shared_files.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::digits;

TEST(CertifiedRadius, IsTheQuantileOfTheBoundRoundedDown) {
  for (const auto& row : test::read_rows(test::golden_file("stats.json"), "clopper_pearson_lower")) {
    const auto radius = certified_radius(row["k"], {.n = row["n"], .alpha = row["alpha"], .sigma = 1.0});
    ASSERT_EQ(radius.has_value(), !row["z"].is_null()) << row;
    if (!radius) continue;
    EXPECT_LE(*radius, digits(row["z"])) << row;
    // No radius is lost either: at n = 10^9 a bound kept as a lone double would be off by 7e-10.
    EXPECT_LT(digits(row["z"]) - *radius, 2e-14) << row;
  }
}

TEST(CertifiedRadius, IsTheSameForAllThreadsAndHoweverOften) {
  // Of budgets whose counts meet in the table of solved ones, in two orders at once.
  const std::vector<std::int64_t> draws{1000, 1001, 132'072, 263'144};
  const auto all = [&](bool backwards) {
    std::vector<double> radii;
    for (int repeat = 0; repeat < 2; ++repeat) {
      for (std::size_t i = 0; i < draws.size(); ++i) {
        const std::int64_t n = draws[backwards ? draws.size() - 1 - i : i];
        for (std::int64_t missed = 0; missed < 40; ++missed)
          radii.push_back(*certified_radius(n - missed, {.n = n, .alpha = 0.001, .sigma = 1.0}));
      }
    }
    std::sort(radii.begin(), radii.end());
    return radii;
  };
  auto other = std::async(std::launch::async, [&] { return all(true); });
  const auto own = all(false);
  EXPECT_EQ(other.get(), own);
  const Probability bound = clopper_pearson_lower(1000, 1000, 0.001);
  EXPECT_EQ(*certified_radius(1000, {.n = 1000, .alpha = 0.001, .sigma = 1.0}), *radius_of_bound(bound, 1.0));
}

TEST(CertifiedRadius, MatchesAllSharedReferenceValues) {
  CERTUS_NEEDS_SHARED("golden/stats.json");
  const auto rows = test::read_rows(test::shared_file("golden/stats.json"), "radius");
  ASSERT_EQ(rows.size(), 75u);
  for (const auto& row : rows) {
    const auto radius =
        certified_radius(row["k"], {.n = row["n"], .alpha = row["alpha"], .sigma = row["sigma"]});
    ASSERT_EQ(!radius, row["abstain"].get<bool>()) << row;
    if (!radius) continue;
    EXPECT_NEAR(static_cast<double>(*radius - digits(row["digits"])), 0.0, 1e-12) << row;
    EXPECT_LE(*radius, digits(row["digits"])) << row;
  }
}

TEST(CertifiedRadius, AbstainsUpToOneHalfAndGrowsWithTheCount) {
  const Budget budget{.n = 100'000, .alpha = 0.001, .sigma = 1.0};
  EXPECT_FALSE(certified_radius(50'489, budget));
  EXPECT_NEAR(*certified_radius(50'490, budget), 2.24e-5, 5e-8);
  EXPECT_NEAR(*largest_radius(budget), 3.811457, 1e-6);
  // 2^-n makes the bound of n votes exactly 1/2, which is no majority.
  EXPECT_FALSE(certified_radius(4, {.n = 4, .alpha = 0.0625, .sigma = 1.0}));
  double last = 0;
  for (std::int64_t k = 99'900; k <= 100'000; ++k) {
    const double radius = *certified_radius(k, budget);
    EXPECT_GT(radius, last);
    last = radius;
  }
}

TEST(CertifiedRadius, IsFalseAtMostAlphaOften) {
  // A certificate is false when its radius exceeds sigma * Phi^-1(p): the mass of such counts, summed
  // exactly.
  const Budget budget{.n = 200, .alpha = 0.001, .sigma = 0.25};
  for (double z = 0.01; z < 4.0; z += 0.037) {
    const Probability p = normal_probability(z);
    double wrong = 0;
    for (std::int64_t k = 0; k <= budget.n; ++k) {
      const auto radius = certified_radius(k, budget);
      if (radius && *radius > budget.sigma * z) wrong += binomial_pmf(k, budget.n, p);
    }
    EXPECT_LE(wrong, budget.alpha * (1 + 1e-12)) << z;
  }
}

TEST(KMin, MatchesAllSharedReferenceValuesExactly) {
  CERTUS_NEEDS_SHARED("golden/stats.json");
  const auto rows = test::read_rows(test::shared_file("golden/stats.json"), "k_min");
  ASSERT_EQ(rows.size(), 69u);
  for (const auto& row : rows) {
    const auto k = k_min(row["r"], {.n = row["N"], .alpha = row["alpha"], .sigma = row["sigma"]});
    ASSERT_EQ(k.has_value(), !row["k_min"].is_null()) << row;
    if (k) {
      EXPECT_EQ(*k, row["k_min"].get<std::int64_t>()) << row;
    }
  }
}

TEST(KMin, InvertsTheRadiusExactly) {
  for (const std::int64_t n : {16, 100, 1000, 100'000, 1'000'000'000}) {
    const Budget budget{.n = n, .alpha = 0.01, .sigma = 0.37};
    const std::int64_t first = *k_min(0.0, budget);
    EXPECT_FALSE(certified_radius(first - 1, budget));
    for (const double share : {0.0, 0.1, 0.5, 0.9, 0.99, 1.0}) {
      const auto k = first + static_cast<std::int64_t>(share * static_cast<double>(n - first));
      const double radius = *certified_radius(k, budget);
      EXPECT_EQ(*k_min(radius, budget), k) << n;
      if (k < n) {
        EXPECT_EQ(*k_min(std::nextafter(radius, 10.0), budget), k + 1) << n;
      }
    }
  }
}

TEST(KMin, IsEmptyBeyondTheLargestRadius) {
  const Budget budget{.n = 100, .alpha = 0.001, .sigma = 1.0};
  EXPECT_EQ(*k_min(*largest_radius(budget), budget), 100);
  EXPECT_FALSE(k_min(std::nextafter(*largest_radius(budget), 10.0), budget));
  EXPECT_FALSE(k_min(0.0, {.n = 5, .alpha = 0.001, .sigma = 1.0}));
}

TEST(LeastSamplesForRadius, MatchesTheKnownTable) {
  const std::int64_t expected[] = {10, 19, 40, 301, 5114, 29691, 218105};
  const double radii[] = {0.0, 0.5, 1.0, 2.0, 3.0, 3.5, 4.0};
  for (int i = 0; i < 7; ++i) {
    EXPECT_EQ(*least_samples_for_radius(radii[i], {.alpha = 0.001, .sigma = 1.0}), expected[i]);
  }
  EXPECT_FALSE(least_samples_for_radius(40.0, {.alpha = 0.001, .sigma = 1.0}));
}

TEST(CheckBudget, NamesTheValueAndTheRange) {
  using test::error_of;
  EXPECT_EQ(error_of([] { check_budget({.n = 0}); }),
            "n is 0, expected a number of votes in [1, 1000000000]");
  EXPECT_EQ(error_of([] { check_budget({.alpha = 0.7}); }),
            "alpha is 0.7, expected a failure probability in [1e-12, 0.5]");
  EXPECT_EQ(error_of([] { check_budget({.sigma = -1}); }), "sigma is -1, expected a noise level in (0, 1e6]");
}

}  // namespace
}  // namespace certus
