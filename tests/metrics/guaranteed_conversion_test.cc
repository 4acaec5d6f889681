#include "certus/metrics/guaranteed_conversion.h"

#include <algorithm>
#include <cmath>

#include "certus/metrics/grid.h"
#include "certus/stats/binomial.h"
#include "certus/stats/clopper_pearson.h"
#include "certus/stats/decision_outlook.h"
#include "certus/stats/ecdf_band.h"
#include "certus/stats/keyed_random.h"
#include "support/known_populations.h"
#include "support/logs.h"

namespace certus {
namespace {

const std::vector<double> kRadii = {0.0, 0.5, 1.0, 2.0};

/// Half of the images at 0.6, half at 0.95.
Probability lumpy(double u) {
  return Probability::from_p(u < 0.5 ? 0.6 : 0.95);
}

PaDistribution lumpy_votes(std::uint64_t seed, std::int64_t n, std::uint64_t images) {
  std::vector<std::int64_t> votes;
  for (std::uint64_t i = 0; i < images; ++i)
    votes.push_back(binomial_quantile(keyed_uniform(seed, 11, i), n, lumpy(keyed_uniform(seed, 10, i))));
  return {test::log_of_votes(votes, n), n};
}

TEST(GuaranteedAccuracy, ContainsTheTruthOfALumpyPopulation) {
  for (const Budget target : {Budget{100'000, 0.001, 1.0}, Budget{50, 0.01, 1.0}, Budget{100, 0.05, 1.0}}) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const PaDistribution p_a = lumpy_votes(seed, 100, 2000);
      for (const double radius : kRadii) {
        const Estimate found = guaranteed_accuracy(p_a, radius, target, 0.99);
        const auto k = k_min(radius, target);
        const double truth =
            k ? (binomial_upper_tail(*k, target.n, 0.6) + binomial_upper_tail(*k, target.n, 0.95)) / 2 : 0.0;
        EXPECT_TRUE(std::isnan(found.value));
        EXPECT_LE(found.lower, truth) << target.n << ' ' << radius;
        EXPECT_GE(found.upper, truth) << target.n << ' ' << radius;
      }
    }
  }
}

TEST(GuaranteedAccuracy, MissesNoMoreOftenThanItMayInACaseThatCanBeSummed) {
  // One vote per image, and images at p_A = 0 or 1: the images with a vote are binomial, and the accuracy is
  // the share of images at 1. No other distribution with that mean has a larger one, so the upper end is as
  // low as it can be. Next to it the chance of missing is largest: half of what the confidence leaves.
  constexpr std::int64_t kImages = 60;
  constexpr double kConfidence = 0.9;
  const Budget target{.n = 2, .alpha = 0.4, .sigma = 1.0};  // two of two votes certify
  ASSERT_EQ(k_min(0.0, target), 2);
  double largest = 0.0;
  for (std::int64_t with_vote = 2; with_vote < kImages - 1; ++with_vote) {
    std::vector<std::int64_t> votes(kImages, 0);
    std::fill_n(votes.begin(), with_vote, 1);
    const Estimate found = guaranteed_accuracy({test::log_of_votes(votes, 1), 1}, 0.0, target, kConfidence);
    const double missed = binomial_lower_tail(with_vote, kImages, found.upper);
    EXPECT_LE(missed, (1.0 - kConfidence) / 2.0 + 1e-12) << with_vote;
    largest = std::max(largest, missed);
    // All images at one p: the accuracy is p squared, and the lower end misses where its root exceeds p.
    EXPECT_LE(binomial_upper_tail(with_vote, kImages, std::sqrt(found.lower)),
              (1.0 - kConfidence) / 2.0 + 1e-12);
  }
  EXPECT_GT(largest, 0.97 * (1.0 - kConfidence) / 2.0);
}

TEST(GuaranteedMean, OfADecisionMissesNoMoreOftenThanItMayInACaseThatCanBeSummed) {
  // As above, with the chance that a decision certifies. Only votes without a miss do, so the chance is below
  // p, and images at 0 or 1 again have the largest share.
  constexpr std::int64_t kImages = 60;
  constexpr double kConfidence = 0.9;
  const Budget target{.n = 15, .alpha = 0.05, .sigma = 1.0};
  const DecisionTable table({.budget = target, .radii = {0.99 * *largest_radius(target)}});
  const RisingChance chance = decision_chance(table);
  ASSERT_EQ(chance.of({1.0, 0.0}), 1.0);
  double largest = 0.0;
  for (std::int64_t with_vote = 2; with_vote < kImages - 1; ++with_vote) {
    std::vector<std::int64_t> votes(kImages, 0);
    std::fill_n(votes.begin(), with_vote, 1);
    const Interval found = guaranteed_mean({test::log_of_votes(votes, 1), 1}, chance, kConfidence);
    const double missed = binomial_lower_tail(with_vote, kImages, found.upper);
    EXPECT_LE(missed, (1.0 - kConfidence) / 2.0 + 1e-12) << with_vote;
    largest = std::max(largest, missed);
  }
  EXPECT_GT(largest, 0.97 * (1.0 - kConfidence) / 2.0);
}

TEST(GuaranteedAccuracy, IsLittleWiderThanAnExactIntervalAtItsOwnBudget) {
  const PaDistribution p_a = lumpy_votes(1, 1000, 10'000);
  const Budget same{.n = 1000, .alpha = 0.001, .sigma = 1.0};
  const Estimate found = guaranteed_accuracy(p_a, 1.0, same, 0.95);
  const auto k = k_min(1.0, same);
  const std::int64_t images = p_a.images_at_least(static_cast<double>(*k) / 1000.0);
  const Interval exact = clopper_pearson_interval(images, 10'000, 0.05);
  EXPECT_LT(found.lower, exact.lower);
  EXPECT_GT(found.upper, exact.upper);
  EXPECT_LT(found.upper - found.lower, 1.6 * (exact.upper - exact.lower));
}

TEST(GuaranteedAccuracy, CountsUnknownVotesAgainstBothBounds) {
  std::vector<std::int64_t> votes(200, 95);
  CertificationLog known = test::log_of_votes(votes, 100);
  CertificationLog unknown = known;
  for (std::size_t i = 0; i < 50; ++i) {
    known.label_votes[i] = 60;
    unknown.label_votes[i] = CertificationLog::kUnknownVotes;
    unknown.predicted[i] = CertificationLog::kAbstained;
  }
  const Budget target{.n = 100'000, .alpha = 0.001, .sigma = 1.0};
  const Estimate narrow = guaranteed_accuracy({known, 100}, 0.0, target, 0.95);
  const Estimate wide = guaranteed_accuracy({unknown, 100}, 0.0, target, 0.95);
  EXPECT_LT(wide.lower, narrow.lower);
  EXPECT_GE(wide.upper, narrow.upper);
  EXPECT_GT(narrow.lower, 0.75);
}

TEST(PaItself, HasABandAroundTheTrueDistribution) {
  const std::vector<double> grid = {0.5, 0.59, 0.61, 0.7, 0.9, 0.94, 0.96, 1.0};
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const PaDistribution p_a = lumpy_votes(seed, 1000, 10'000);
    const auto curve = p_a_itself(p_a, grid, 0.99);
    for (const Estimate& e : curve) {
      const double truth = e.at <= 0.6 ? 1.0 : e.at <= 0.95 ? 0.5 : 0.0;
      EXPECT_LE(e.lower, truth) << e.at;
      EXPECT_GE(e.upper, truth) << e.at;
    }
    // Far from the lumps 1000 votes tell nearly all.
    EXPECT_LT(curve[3].upper - curve[3].lower, 0.05);
  }
}

TEST(PaItself, IsAsWideAsTheBandOfTheVotesAtTheEndsOfOneVote) {
  // With one vote per image the mean of p_A is the share of images with a vote. At most that share has
  // p_A = 1, and at least that share is above 0: both ends are those of the band of the votes.
  const PaDistribution p_a(test::log_of_votes({0, 0, 0, 0, 1, 1, 1, 1, 1, 1}, 1), 1);
  for (const double confidence : {0.5, 0.8}) {
    const double half_width = ecdf_band_half_width(10, 1.0 - confidence);
    ASSERT_LT(half_width, 0.4);
    const auto curve = p_a_itself(p_a, std::vector<double>{1e-9, 1.0}, confidence);
    EXPECT_NEAR(curve[0].lower, 0.6 - half_width, 1e-3);
    EXPECT_LE(curve[0].lower, 0.6 - half_width);
    EXPECT_NEAR(curve[1].upper, 0.6 + half_width, 1e-3);
    EXPECT_GE(curve[1].upper, 0.6 + half_width);
  }
}

TEST(PaItself, IsNoNarrowerOnAFineGridThanAtTheSameFewPoints) {
  const PaDistribution p_a = lumpy_votes(1, 100, 2000);
  const auto fine = p_a_itself(p_a, parse_grid("0.5:0.001:1", "p", 0, 1), 0.95);
  ASSERT_EQ(fine.size(), 501u);
  for (std::size_t i = 0; i < fine.size(); ++i) {
    const double truth = fine[i].at <= 0.6 ? 1.0 : fine[i].at <= 0.95 ? 0.5 : 0.0;
    EXPECT_LE(fine[i].lower, truth) << fine[i].at;
    EXPECT_GE(fine[i].upper, truth) << fine[i].at;
  }
  // Points between those that are computed take the lower end of the next and the upper end of the last.
  const std::size_t step = 1 + 500 / 60;
  EXPECT_EQ(fine[1].lower, fine[step].lower);
  EXPECT_EQ(fine[step - 1].upper, fine[0].upper);
  const auto few = p_a_itself(p_a, std::vector<double>{fine[0].at, fine[step].at}, 0.95);
  EXPECT_EQ(few[1].lower, fine[step].lower);
  EXPECT_EQ(few[0].upper, fine[0].upper);
}

}  // namespace
}  // namespace certus
