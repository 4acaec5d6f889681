#include "certus/metrics/selected_share.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "certus/stats/binomial.h"

namespace certus {
namespace {

constexpr std::int64_t kImages = 8;
constexpr double kAlpha = 0.1;

double mass(std::int64_t count, double p) {
  return binomial_pmf(count, kImages, Probability::from_p(p));
}

struct Misses {
  double above = 0.0;  ///< the truth is above the interval
  double below = 0.0;
};

/// The chances that the interval of three classes misses the smallest true share, summed exactly.
Misses misses_of_smallest(double a, double b, double c) {
  const double smallest = std::min({a, b, c});
  Misses misses;
  for (std::int64_t i = 0; i <= kImages; ++i) {
    for (std::int64_t j = 0; j <= kImages; ++j) {
      for (std::int64_t k = 0; k <= kImages; ++k) {
        const double chance = mass(i, a) * mass(j, b) * mass(k, c);
        if (chance == 0.0) continue;
        const std::vector<Candidate> classes{{{i, kImages}}, {{j, kImages}}, {{k, kImages}}};
        const Interval interval = interval_of_smallest(classes, kAlpha);
        if (smallest > interval.upper) misses.above += chance;
        if (smallest < interval.lower) misses.below += chance;
      }
    }
  }
  return misses;
}

TEST(SelectedShare, TheSmallestIsMissedAtMostAsOftenAsPromised) {
  for (const double a : {0.3, 0.7, 0.95}) {
    for (const double b : {0.3, 0.75, 1.0}) {
      const Misses misses = misses_of_smallest(a, b, 0.9);
      EXPECT_LE(misses.above + misses.below, kAlpha) << a << ' ' << b;
    }
  }
}

/// One class has k of its images right and the others all of theirs.
Interval with_one_class(std::int64_t k) {
  const Candidate right{{kImages, kImages}};
  return interval_of_smallest(std::vector<Candidate>{{{k, kImages}}, right, right}, kAlpha);
}

/// Just beyond an end of the interval no truth is missed more often, and hardly less often than
/// allowed: a constant that is five percent too large would show.
TEST(SelectedShare, TheEndsSpendTheirAlpha) {
  double below = 0.0;
  double above = 0.0;
  for (std::int64_t k = 1; k <= kImages; ++k) {
    // One class is the worst, and the others are always right.
    const double least = with_one_class(k).lower - 1e-9;
    below = std::max(below, misses_of_smallest(least, 1.0, 1.0).below);
  }
  EXPECT_LE(below, kAlpha / 2);
  EXPECT_GT(below, 0.96 * kAlpha / 2);
  for (std::int64_t k = 0; k < kImages; ++k) {
    // All classes are equal, so any of the three bounds can be too small.
    const double most = with_one_class(k).upper + 1e-9;
    above = std::max(above, misses_of_smallest(most, most, most).above);
  }
  EXPECT_LE(above, kAlpha / 2);
  EXPECT_GT(above, 0.96 * kAlpha / 2);
}

TEST(SelectedShare, TheLargestIsTheMirrorImage) {
  const std::vector<Candidate> sigmas{{{9, 12}}, {{4, 12}, {6, 12}}};
  const std::vector<Candidate> mirrored{{{3, 12}}, {{8, 12}, {6, 12}}};
  const Interval largest = interval_of_largest(sigmas, kAlpha);
  const Interval smallest = interval_of_smallest(mirrored, kAlpha);
  EXPECT_DOUBLE_EQ(largest.lower, 1.0 - smallest.upper);
  EXPECT_DOUBLE_EQ(largest.upper, 1.0 - smallest.lower);
  EXPECT_LT(largest.lower, 0.75);
  EXPECT_GT(largest.upper, 0.75);
}

TEST(SelectedShare, SeedsShareTheAlphaOfTheirMean) {
  const Interval of_one = interval_of_smallest(std::vector<Candidate>{{{4, 12}, {6, 12}}}, kAlpha);
  const auto lower = [](std::int64_t k) { return clopper_pearson_lower(k, 12, kAlpha / 4).p; };
  const auto upper = [](std::int64_t k) { return clopper_pearson_upper(k, 12, kAlpha / 4).p; };
  EXPECT_DOUBLE_EQ(of_one.lower, (lower(4) + lower(6)) / 2);
  EXPECT_DOUBLE_EQ(of_one.upper, (upper(4) + upper(6)) / 2);
}

TEST(SelectedShare, AMeanOverSeedsIsCoveredWhateverTheyShare) {
  // Two seeds that are right on the same images: the mean is a single binomial share.
  double missed = 0.0;
  constexpr double kTrue = 0.8;
  for (std::int64_t k = 0; k <= kImages; ++k) {
    const Interval interval =
        interval_of_largest(std::vector<Candidate>{{{k, kImages}, {k, kImages}}}, kAlpha);
    if (kTrue < interval.lower || kTrue > interval.upper) missed += mass(k, kTrue);
  }
  EXPECT_LE(missed, kAlpha);
}

}  // namespace
}  // namespace certus
