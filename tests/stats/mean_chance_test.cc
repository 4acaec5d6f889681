#include "certus/stats/mean_chance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "certus/stats/binomial.h"

namespace certus {
namespace {

TEST(MeanChanceInterval, MissesAtEitherEndWithAtMostHalfOfAlpha) {
  // Next to a bound the chance of missing is largest. It is a binomial tail, and it nearly reaches alpha / 2.
  for (const std::int64_t trials : {20, 500, 10'000}) {
    for (const double alpha : {0.5, 0.05 / 7.0}) {
      double largest = 0.0;
      for (std::int64_t count = 2; count <= trials; count += 1 + trials / 50) {
        const double lower = mean_chance_interval(count, count, trials, alpha).lower;
        const double upper = mean_chance_interval(trials - count, trials - count, trials, alpha).upper;
        const double below = binomial_upper_tail(count, trials, lower * (1.0 - 1e-10));
        const double above = binomial_lower_tail(trials - count, trials, Probability::from_p(upper + 1e-13));
        EXPECT_LE(below, alpha / 2.0);
        EXPECT_LE(above, alpha / 2.0);
        largest = std::max(largest, below);
      }
      EXPECT_GT(largest, 0.999 * alpha / 2.0);
    }
  }
}

/// The law of the number of successes of trials with these chances.
std::vector<double> law_of_successes(const std::vector<double>& chances) {
  std::vector<double> law{1.0};
  for (const double chance : chances) {
    law.push_back(0.0);
    for (std::size_t s = law.size(); s-- > 0;)
      law[s] = law[s] * (1.0 - chance) + (s > 0 ? law[s - 1] * chance : 0.0);
  }
  return law;
}

TEST(MeanChanceInterval, HoldsForUnequalChances) {
  // The chance of missing at either end, summed over all counts.
  constexpr std::size_t kTrials = 40;
  std::vector<std::vector<double>> cases;
  for (const double level : {0.001, 0.01, 0.024, 0.03, 0.1, 0.3, 0.5, 0.9, 0.97, 0.999}) {
    std::vector<double> alike(kTrials, level), halves, ramp, few(kTrials, 0.0);
    for (std::size_t i = 0; i < kTrials; ++i) {
      halves.push_back(i % 2 == 0 ? 0.0 : level);
      ramp.push_back(level * static_cast<double>(i) / kTrials);
    }
    few.back() = level;
    few.front() = 1.0;
    for (auto& chances : {alike, halves, ramp, few}) cases.push_back(chances);
  }
  std::vector<double> lone(kTrials, 0.0);
  lone.back() = 0.28;  // misses with the bound of Clopper and Pearson for a count of 1 at alpha = 0.5
  cases.push_back(lone);
  for (const double alpha : {0.5, 0.1, 0.01}) {
    for (const auto& chances : cases) {
      const double mean = std::accumulate(chances.begin(), chances.end(), 0.0) / kTrials;
      const auto law = law_of_successes(chances);
      double below = 0.0;
      double above = 0.0;
      for (std::size_t s = 0; s <= kTrials; ++s) {
        const auto count = static_cast<std::int64_t>(s);
        const Interval interval = mean_chance_interval(count, count, kTrials, alpha);
        if (interval.lower > mean) below += law[s];
        if (interval.upper < mean) above += law[s];
      }
      EXPECT_LE(below, alpha / 2.0 + 1e-12) << mean;
      EXPECT_LE(above, alpha / 2.0 + 1e-12) << mean;
    }
  }
}

TEST(MeanChanceInterval, TakesTheWorstOfSeveralCounts) {
  const Interval range = mean_chance_interval(20, 30, 100, 0.05);
  EXPECT_EQ(range.lower, mean_chance_interval(20, 20, 100, 0.05).lower);
  EXPECT_EQ(range.upper, mean_chance_interval(30, 30, 100, 0.05).upper);
}

}  // namespace
}  // namespace certus
