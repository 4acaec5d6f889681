#include "certus/stats/two_class_table.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "certus/stats/binomial.h"
#include "certus/stats/decision_table.h"
#include "certus/stats/normal.h"
#include "certus/stats/two_class_radius.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::HasSubstr;

/// The votes of three classes, chosen first; the third follows from the draws.
using State = std::pair<std::int64_t, std::int64_t>;

/// Adds draws to the distribution of votes.
std::map<State, double> drawn(const std::map<State, double>& before, std::int64_t draws, double p_a,
                              double p_b) {
  std::map<State, double> after;
  const Probability rest = Probability::from_p(std::min(1.0, p_b / (1 - p_a)));
  for (std::int64_t a = 0; a <= draws; ++a) {
    const double of_a = binomial_pmf(a, draws, Probability::from_p(p_a));
    for (std::int64_t b = 0; a + b <= draws; ++b) {
      const double mass = of_a * binomial_pmf(b, draws - a, rest);
      if (mass < 1e-15) continue;
      for (const auto& [votes, chance] : before) after[{votes.first + a, votes.second + b}] += chance * mass;
    }
  }
  return after;
}

/// The chance that a radius above the truth is certified at any look, if nothing is ever given up.
double chance_of_false_radius(const TwoClassTable& table, double p_a, double p_b) {
  const double p_c = std::max(0.0, 1 - p_a - p_b);
  const double truth =
      table.params().budget.sigma / 2 * (normal_quantile(p_a) - normal_quantile(std::max(p_b, p_c)));
  std::map<State, double> paths{{{0, 0}, 1.0}};
  double missed = 0.0;
  std::int64_t n = 0;
  for (std::size_t j = 0; j < table.looks().size(); ++j) {
    paths = drawn(paths, table.looks()[j] - n, p_a, p_b);
    n = table.looks()[j];
    std::erase_if(paths, [&](const auto& path) {
      const auto& [a, b] = path.first;
      const std::size_t certified = table.certified(j, a, std::max(b, n - a - b));
      const bool is_false = certified > 0 && table.radii()[certified - 1] >= truth;
      if (is_false) missed += path.second;
      return is_false;
    });
  }
  return missed;
}

TEST(TwoClassTable, CertifiesAFalseRadiusWithProbabilityAtMostAlphaOverAllLooks) {
  const TwoClassTable table({.budget = {.n = 30, .alpha = 0.1, .sigma = 1.0}, .radii = {0.0, 0.25, 0.5}});
  ASSERT_GE(table.looks().size(), 5U);
  double worst = 0.0;
  for (const double r : table.radii()) {
    // Just not certifiable at r: with every share of the runner-up, from half of the rest to all of it.
    for (const double p_b : {0.03, 0.1, 0.2, 0.25, 0.3, 0.4, 0.5}) {
      const double p_a = normal_cdf(normal_quantile(p_b) + 2 * r);
      if (p_a + p_b > 1 || 1 - p_a - p_b > p_b) continue;
      const double missed = chance_of_false_radius(table, p_a * (1 - 1e-9), p_b);
      EXPECT_LE(missed, 0.1) << r << ' ' << p_a << ' ' << p_b;
      worst = std::max(worst, missed);
    }
    const double even = normal_cdf(r);  // one class has all of the rest
    const double missed = chance_of_false_radius(table, even * (1 - 1e-9), 1 - even * (1 - 1e-9));
    EXPECT_LE(missed, 0.05) << "both claims are then one, which has half of alpha";
    EXPECT_GT(missed, 0.03) << r;
  }
  EXPECT_GT(worst, 0.02);  // the sum does see false radii
}

TEST(TwoClassTable, SpendsHalfOfAlphaOnAClaimAndNoMore) {
  // With two classes both claims are one.
  const TwoClassTable table({.budget = {.n = 1000, .alpha = 0.1, .sigma = 1.0}, .radii = {0.0, 0.5}});
  for (const double r : table.radii()) {
    const double p_a = normal_cdf(r) * (1 - 1e-12);
    const double missed = chance_of_false_radius(table, p_a, 1 - p_a);
    EXPECT_LE(missed, 0.05) << r;
    EXPECT_GT(missed, 0.0495) << r;
  }
}

TEST(TwoClassTable, CertifiesMoreWithMoreVotesAndLessWithMoreOfTheRunnerUp) {
  const TwoClassTable table({.budget = {.n = 500, .alpha = 0.01, .sigma = 0.5}, .radii = {0.0, 0.25, 0.6}});
  for (std::size_t j = 0; j < table.looks().size(); ++j) {
    const std::int64_t n = table.looks()[j];
    for (std::int64_t k = 0; k <= n; k += 1 + n / 40) {
      for (std::int64_t b = 0; k + b <= n; b += 1 + n / 40) {
        const std::size_t here = table.certified(j, k, b);
        EXPECT_GE(table.certified(j, std::min(k + 1, n - b), b), here);
        EXPECT_GE(table.certified(j, k, std::max<std::int64_t>(b - 1, 0)), here);
      }
    }
  }
  EXPECT_EQ(table.certified(table.looks().size() - 1, 500, 0), 3U);
  EXPECT_EQ(table.certified(0, 0, 10), 0U);
}

TEST(TwoClassTable, CertifiesNothingThatTheVotesOfOneLookDoNot) {
  // At every look a fixed n with the same alpha is more generous: looking often costs something.
  const Budget budget{.n = 1000, .alpha = 0.001, .sigma = 0.5};
  const TwoClassTable table({.budget = budget, .radii = {0.1, 0.5, 0.8}});
  for (std::size_t j = 0; j < table.looks().size(); ++j) {
    const Budget look{.n = table.looks()[j], .alpha = budget.alpha, .sigma = budget.sigma};
    for (std::int64_t k = 0; k <= look.n; k += 1 + look.n / 50) {
      for (std::int64_t b = 0; k + b <= look.n; b += 1 + look.n / 50) {
        const std::size_t certified = table.certified(j, k, b);
        if (certified == 0) continue;
        EXPECT_GE(two_class_radius(k, b, look).value_or(0.0), table.radii()[certified - 1])
            << k << ' ' << b << " of " << look.n;
      }
    }
  }
}

TEST(TwoClassTable, DecidesSoonerThanTheTopClassWhereTheRestIsScattered) {
  const Budget budget{.n = 10'000, .alpha = 0.001, .sigma = 0.5};
  const TwoClassTable two({.budget = budget, .radii = {0.5}});
  const DecisionTable one({.budget = budget, .radii = {0.5}});
  const auto draws_of = [](const auto& looks, const auto& certifies) {
    for (std::size_t j = 0; j < looks.size(); ++j) {
      if (certifies(j, static_cast<double>(looks[j]))) return looks[j];
    }
    return std::int64_t{0};
  };
  const auto sooner = [&](double p_a, double p_b) {
    const std::int64_t with_two = draws_of(two.looks(), [&](std::size_t j, double n) {
      return two.certified(j, std::lround(p_a * n), std::lround(p_b * n)) > 0;
    });
    const std::int64_t with_one = draws_of(
        one.looks(), [&](std::size_t j, double n) { return one.certified(j, std::lround(p_a * n)) > 0; });
    return std::pair(with_two, with_one);
  };
  const auto [two_at_90, one_at_90] = sooner(0.9, 0.03);
  EXPECT_GT(two_at_90, 0);
  EXPECT_LT(2 * two_at_90, one_at_90);
  const auto [two_at_80, one_at_80] = sooner(0.8, 0.06);  // the top class alone never certifies it
  EXPECT_GT(two_at_80, 0);
  EXPECT_EQ(one_at_80, 0);
  const auto [two_at_95, one_at_95] = sooner(0.95, 0.05);  // nothing to gain: half of alpha is lost
  EXPECT_GE(two_at_95, one_at_95);
  EXPECT_LT(two_at_95, 1.5 * static_cast<double>(one_at_95));
}

TEST(TwoClassTable, GoesOnWhereALaterLookIsWorthIt) {
  const TwoClassTable table({.budget = {.n = 10'000, .alpha = 0.001, .sigma = 0.5}, .radii = {0.25, 0.5}});
  const std::size_t last = table.looks().size() - 1;
  EXPECT_EQ(table.looks()[0], 10);
  EXPECT_FALSE(table.goes_on(0, 0, 10, 0));  // a wrong class ends at once
  EXPECT_TRUE(table.goes_on(0, 10, 0, 0));
  EXPECT_TRUE(table.goes_on(0, 8, 1, 0));
  EXPECT_FALSE(table.goes_on(0, 10, 0, 2));         // all is certified
  EXPECT_FALSE(table.goes_on(last, 8800, 300, 0));  // no look is left
  // One radius may be given up, and be worth going on for with more draws.
  EXPECT_FALSE(table.goes_on(10, table.looks()[10] / 2, table.looks()[10] / 3, 1));
}

TEST(TwoClassTable, SaysWhatIsWrong) {
  const Budget budget{.n = 1000, .alpha = 0.001, .sigma = 0.5};
  const auto message = [](const TwoClassDecisionParams& params) {
    return error_of([&] { TwoClassTable table(params); });
  };
  EXPECT_THAT(message({.budget = budget, .radii = {}}), HasSubstr("no radius to decide at"));
  EXPECT_THAT(message({.budget = budget, .radii = {0.5, 0.25}}), HasSubstr("each above the last"));
  EXPECT_THAT(message({.budget = budget, .radii = {2.0}}), HasSubstr("radius 2 is out of reach"));
  EXPECT_THAT(message({.budget = {.n = 2'000'000, .alpha = 0.001, .sigma = 0.5}, .radii = {0.5}}),
              HasSubstr("at most 1000000 votes"));
  EXPECT_THAT(message({.budget = budget, .radii = {0.5}, .level_step = 0.0}),
              HasSubstr("levels are 0 apart"));
  EXPECT_THAT(message({.budget = budget, .radii = {0.5}, .patience = 0.0}), HasSubstr("the patience is 0"));
}

}  // namespace
}  // namespace certus
