#include "certus/metrics/paired_change.h"

#include <algorithm>
#include <cmath>

#include "certus/metrics/acr.h"
#include "certus/metrics/certified_accuracy.h"
#include "certus/metrics/p_a_distribution.h"
#include "certus/stats/binomial.h"
#include "support/logs.h"

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

/// Exactly: images are won with probability 0.2 and lost with 0.1, and both counts are summed over.
TEST(PairedChange, CoversTheTrueChangeAsOftenAsItSays) {
  constexpr std::int64_t kImages = 12;
  constexpr double kWon = 0.2, kLost = 0.1, kConfidence = 0.8;
  const std::vector<double> at{0.5};
  double covered = 0.0;
  double total = 0.0;
  for (std::int64_t won = 0; won <= kImages; ++won) {
    for (std::int64_t lost = 0; won + lost <= kImages; ++lost) {
      std::vector<double> before(kImages, 1.0), after(kImages, 1.0);
      for (std::int64_t i = 0; i < won; ++i) before[static_cast<std::size_t>(i)] = 0.0;
      for (std::int64_t i = won; i < won + lost; ++i) after[static_cast<std::size_t>(i)] = 0.0;
      const double chance = binomial_pmf(won, kImages, Probability::from_p(kWon)) *
                            binomial_pmf(lost, kImages - won, Probability::from_p(kLost / (1.0 - kWon)));
      const Estimate change =
          certified_accuracy_change(log_of_radii(before), log_of_radii(after), at, kConfidence)[0];
      total += chance;
      if (change.lower <= kWon - kLost && kWon - kLost <= change.upper) covered += chance;
    }
  }
  EXPECT_NEAR(total, 1.0, 1e-12);
  EXPECT_GE(covered, kConfidence);
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
