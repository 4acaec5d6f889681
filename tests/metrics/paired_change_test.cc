#include "certus/metrics/paired_change.h"

#include <algorithm>
#include <cmath>

#include "certus/base/number_text.h"
#include "certus/logs/load_log.h"
#include "certus/metrics/acr.h"
#include "certus/metrics/certified_accuracy.h"
#include "certus/metrics/p_a_distribution.h"
#include "certus/stats/binomial.h"
#include "support/logs.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

/// Images whose label 0 is certified with these radii; below 0: abstained.
CertificationLog log_of_radii(const std::vector<double>& radii) {
  CertificationLog log = test::log_of_votes(std::vector<std::int64_t>(radii.size(), 5), 10);
  for (std::size_t i = 0; i < radii.size(); ++i) {
    if (radii[i] < 0.0) log.predicted[i] = CertificationLog::kAbstained;
    log.radius[i] = std::max(0.0, radii[i]);
  }
  return log;
}

TEST(PairedChange, IsTheDifferenceOfWhatBothLogsHave) {
  const auto a = log_of_radii({0.1, 0.6, 1.2, -1.0, 0.3, 0.9});
  const auto b = log_of_radii({0.2, 0.4, 1.3, 0.1, 0.3, 1.1});
  const std::vector<double> radii{0.0, 0.25, 0.5, 1.0};
  const auto before = certified_accuracy(a, radii, 0.95);
  const auto after = certified_accuracy(b, radii, 0.95);
  const auto change = certified_accuracy_change(a, b, radii, 0.95);
  ASSERT_EQ(change.size(), radii.size());
  for (std::size_t i = 0; i < radii.size(); ++i) {
    EXPECT_EQ(change[i].at, radii[i]);
    EXPECT_NEAR(change[i].value, after[i].value - before[i].value, 1e-15);
    EXPECT_LE(change[i].lower, change[i].value);
    EXPECT_GE(change[i].upper, change[i].value);
  }
  EXPECT_NEAR(acr_change(a, b, 0.95).value, average_certified_radius(b) - average_certified_radius(a), 1e-15);
}

TEST(PairedChange, OfTheDistributionOfPAIsTheDifferenceOfBoth) {
  const auto a = test::log_of_votes({90, 40, 100, 70, 10}, 100);
  const auto b = test::log_of_votes({95, 60, 100, 65, 20}, 100);
  const std::vector<double> grid{0.5, 0.7, 0.95, 1.0};
  const auto change = p_a_change(a, b, 100, grid, 0.9);
  for (std::size_t i = 0; i < grid.size(); ++i) {
    EXPECT_NEAR(
        change[i].value,
        PaDistribution(b, 100).share_at_least(grid[i]) - PaDistribution(a, 100).share_at_least(grid[i]),
        1e-15);
  }
}

TEST(PairedChange, ComparesImagesByTheirIndex) {
  auto a = log_of_radii({0.1, 0.6, 1.2});
  auto b = a;
  std::swap(b.idx[0], b.idx[2]);
  std::swap(b.radius[0], b.radius[2]);
  const Estimate change = acr_change(a, b, 0.95);
  EXPECT_EQ(change.value, 0.0);
  EXPECT_EQ(change.upper, 0.0);  // no image differs
}

TEST(PairedChange, IsNarrowerWhereFewerImagesDiffer) {
  std::vector<double> radii(200, 1.0);
  const auto a = log_of_radii(radii);
  const std::vector<double> at{0.5};
  double last = 0.0;
  for (const std::size_t differing : {0U, 5U, 50U}) {
    for (std::size_t i = 0; i < differing; ++i) radii[i] = i % 2 == 0 ? 0.1 : 2.0;
    const Estimate change = certified_accuracy_change(a, log_of_radii(radii), at, 0.95)[0];
    EXPECT_GT(change.upper - change.lower, last);
    last = change.upper - change.lower;
  }
}

/// The chances that the truth is above and below the interval, summed exactly over the images that are won
/// and lost.
struct Misses {
  double above = 0.0;
  double below = 0.0;
};
Misses misses_of(std::int64_t images, double won, double lost, double confidence) {
  Misses misses;
  for (std::int64_t b = 0; b <= images; ++b) {
    for (std::int64_t a = 0; a + b <= images; ++a) {
      const double chance =
          binomial_pmf(b, images, Probability::from_p(won)) *
          (won < 1.0 ? binomial_pmf(a, images - b, Probability::from_p(std::min(1.0, lost / (1.0 - won))))
                     : 1.0);
      const Estimate change = paired_change(0.0, a, b, images, confidence);
      if (won - lost > change.upper) misses.above += chance;
      if (won - lost < change.lower) misses.below += chance;
    }
  }
  return misses;
}

TEST(PairedChange, CoversTheTrueChangeAsOftenAsItSays) {
  for (const double confidence : {0.8, 0.95}) {
    for (const double won : {0.0, 0.01, 0.1, 0.2, 0.5, 0.9}) {
      for (const double lost : {0.0, 0.02, 0.1, 0.5}) {
        if (won + lost > 1.0) continue;
        const Misses misses = misses_of(25, won, lost, confidence);
        EXPECT_LE(misses.above + misses.below, 1.0 - confidence) << won << ' ' << lost;
      }
    }
  }
}

/// Where all images differ, or all that differ are won, one of the two intervals decides alone, and it is as
/// narrow as its share of the failure probability allows.
TEST(PairedChange, SpendsItsFailureProbability) {
  constexpr double kConfidence = 0.9, kDelta = 1.0 - kConfidence;
  constexpr std::int64_t kImages = 20;
  double above = 0.0, share_above = 0.0;
  for (std::int64_t k = 0; k < kImages; ++k) {
    // Just beyond an end of an interval: no truth is missed more often.
    const double change = paired_change(0.0, kImages - k, k, kImages, kConfidence).upper + 1e-9;
    above =
        std::max(above, misses_of(kImages, (1.0 + change) / 2.0, (1.0 - change) / 2.0, kConfidence).above);
    const double share = paired_change(0.0, 0, k, kImages, kConfidence).upper + 1e-9;
    if (k > 0) share_above = std::max(share_above, misses_of(kImages, share, 0.0, kConfidence).above);
  }
  EXPECT_LE(above, kDelta / 4);
  EXPECT_GT(above, 0.96 * kDelta / 4);
  EXPECT_LE(share_above, kDelta / 4);
  EXPECT_GT(share_above, 0.96 * kDelta / 4);
}

TEST(PairedChange, ABandOverAGridHoldsAtOnce) {
  // Two radii, two kinds of differing images: some are won at both, the others lost at the second one only.
  constexpr std::int64_t kImages = 40;
  constexpr double kWon = 0.2, kLost = 0.15, kConfidence = 0.9;
  const double each = each_of_several(kConfidence, 2);
  double covered = 0.0;
  for (std::int64_t won = 0; won <= kImages; ++won) {
    for (std::int64_t lost = 0; won + lost <= kImages; ++lost) {
      const Estimate first = paired_change(0.0, 0, won, kImages, each);
      const Estimate second = paired_change(1.0, lost, won, kImages, each);
      const bool holds = first.lower <= kWon && kWon <= first.upper && second.lower <= kWon - kLost &&
                         kWon - kLost <= second.upper;
      if (holds)
        covered += binomial_pmf(won, kImages, Probability::from_p(kWon)) *
                   binomial_pmf(lost, kImages - won, Probability::from_p(kLost / (1.0 - kWon)));
    }
  }
  EXPECT_GE(covered, kConfidence);
}

TEST(PairedChange, WithinRangesContainsTheIntervalOfEveryCount) {
  constexpr std::int64_t kImages = 9;
  for (std::int64_t a_least = 0; a_least <= kImages; ++a_least) {
    for (std::int64_t b_least = 0; a_least + b_least <= kImages; ++b_least) {
      for (const std::int64_t a_more : {0, 1, 4}) {
        for (const std::int64_t b_more : {0, 2, 3}) {
          const CountRange only_a{a_least, a_least + a_more}, only_b{b_least, b_least + b_more};
          const Interval within = paired_change_within(only_a, only_b, kImages, 0.9);
          for (std::int64_t a = only_a.least; a <= only_a.most; ++a) {
            for (std::int64_t b = only_b.least; b <= only_b.most && a + b <= kImages; ++b) {
              const Estimate one = paired_change(0.0, a, b, kImages, 0.9);
              EXPECT_LE(within.lower, one.lower) << a << ' ' << b;
              EXPECT_GE(within.upper, one.upper) << a << ' ' << b;
            }
          }
        }
      }
    }
  }
}

TEST(PairedChange, OfRoundedRadiiCountsWhatVotesProveAndCoversWhatTheyCanStandFor) {
  const test::TempDir dir;
  const Budget budget{.n = 100'000, .alpha = 0.001, .sigma = 0.5};
  const std::int64_t first = *k_min(0.5, budget);
  // Votes of 400 images before and after, moved up and down. Some 80 counts print alike.
  std::vector<double> exact_a, exact_b;
  std::string text_a = test::kFieldHeaderLine, text_b = test::kFieldHeaderLine;
  for (std::int64_t i = 0; i < 400; ++i) {
    const std::int64_t k = first + 15 * i;
    exact_a.push_back(*certified_radius(k, budget));
    exact_b.push_back(*certified_radius(k + 20 * (i % 7 - 3), budget));
    text_a += join_text(i, "\t1\t1\t", three_digit_text(exact_a.back()), "\t1\tx\n");
    text_b += join_text(i, "\t1\t1\t", three_digit_text(exact_b.back()), "\t1\tx\n");
  }
  const BudgetOptions given{.sigma = budget.sigma, .n = budget.n, .alpha = budget.alpha};
  const LoadedLog a = load_log(dir.write("a.tsv", text_a).string(), given);
  const LoadedLog b = load_log(dir.write("b.tsv", text_b).string(), given);
  std::vector<double> radii(a.log.radius);  // where rounding matters
  std::sort(radii.begin(), radii.end());
  const auto change = certified_accuracy_change(a.log, b.log, radii, 0.95);
  const auto exact = certified_accuracy_change(log_of_radii(exact_a), log_of_radii(exact_b), radii, 0.95);
  const auto before = certified_accuracy(a.log, radii, 0.95);
  const auto after = certified_accuracy(b.log, radii, 0.95);
  bool printed_is_other = false;
  for (std::size_t i = 0; i < radii.size(); ++i) {
    EXPECT_NEAR(change[i].value, after[i].value - before[i].value, 1e-15);
    EXPECT_LE(change[i].lower, exact[i].lower) << radii[i];
    EXPECT_GE(change[i].upper, exact[i].upper) << radii[i];
    printed_is_other = printed_is_other || change[i].lower < exact[i].lower;
  }
  EXPECT_TRUE(printed_is_other);
}

/// Differences -1, 0, 1, ...: the interval is mean +- 1.96 s / sqrt(m), computed by hand.
TEST(PairedChange, OfTheMeanRadiusHasTheNormalInterval) {
  const auto a = log_of_radii({1.0, 1.0, 1.0, 1.0});
  const auto b = log_of_radii({1.0, 2.0, 1.0, 0.5});
  const Estimate change = acr_change(a, b, 0.95);
  EXPECT_DOUBLE_EQ(change.value, 0.125);
  // squares of the deviations: 2 * 0.125^2 + 0.875^2 + 0.625^2 = 1.1875
  EXPECT_NEAR(change.upper - change.value, 1.959964 * std::sqrt(1.1875 / 3.0 / 4.0), 1e-6);
  EXPECT_NEAR(change.value - change.lower, change.upper - change.value, 1e-15);
}

}  // namespace
}  // namespace certus
