#include "certus/stats/winner_test.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "certus/stats/binomial.h"
#include "gtest/gtest.h"

namespace certus {
namespace {

double upper_tail(std::int64_t k, std::int64_t n) {
  return binomial_upper_tail(k, n, Probability::from_p(0.5));
}

TEST(WinnerTest, IsTheOddsOfTheUpperTail) {
  EXPECT_NEAR(winner_p_value(67, 33), 0.00043686 / (1 - 0.00043686), 1e-8);
  EXPECT_NEAR(winner_p_value(3, 0), (1.0 / 8) / (7.0 / 8), 1e-11);
  EXPECT_EQ(winner_p_value(50, 50), 1.0);
  EXPECT_EQ(winner_p_value(0, 0), 1.0);
  EXPECT_EQ(winner_p_value(3, 5), 1.0);
  for (const std::int64_t first : {5, 40, 1000}) {
    for (std::int64_t second = 0; second < first; second += 4)
      EXPECT_LE(winner_p_value(first, second), winner_p_value(first, second + 1));
  }
}

TEST(WinnerTest, SaysFromHowManyVotesOnAnAnswerIsPossible) {
  EXPECT_EQ(least_samples_to_predict(0.001), 10);  // 1 : 1023
  EXPECT_EQ(least_samples_to_predict(1.0 / 1024), 11);
  EXPECT_EQ(least_samples_to_predict(0.5), 2);
}

/// Counts of n votes with their multinomial coefficients.
struct Counts {
  std::vector<std::int64_t> of;
  double log_ways = 0.0;
};
std::vector<Counts> all_counts(std::size_t classes, std::int64_t n) {
  std::vector<Counts> all;
  std::vector<std::int64_t> counts(classes);
  const auto fill = [&](const auto& self, std::size_t cls, std::int64_t left) -> void {
    counts[cls] = left;
    if (cls + 1 == classes) {
      double log_ways = std::lgamma(static_cast<double>(n) + 1);
      for (const auto k : counts) log_ways -= std::lgamma(static_cast<double>(k) + 1);
      all.push_back({counts, log_ways});
      return;
    }
    for (std::int64_t k = 0; k <= left; ++k) {
      counts[cls] = k;
      self(self, cls + 1, left - k);
    }
  };
  fill(fill, 0, n);
  return all;
}

double probability(const Counts& counts, const std::vector<double>& p) {
  double log_mass = counts.log_ways;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (counts.of[i] == 0) continue;
    if (p[i] == 0.0) return 0.0;
    log_mass += static_cast<double>(counts.of[i]) * std::log(p[i]);
  }
  return std::exp(log_mass);
}

/// The two largest counts, and whether another class than 0 has strictly most votes.
struct Outcome {
  std::int64_t first, second;
  bool is_wrong;
};
Outcome outcome_of(const Counts& counts) {
  std::vector<std::int64_t> sorted = counts.of;
  std::sort(sorted.rbegin(), sorted.rend());
  return {sorted[0], sorted[1], sorted[0] > sorted[1] && counts.of[0] < sorted[0]};
}

/// Probabilities of which none is above that of class 0: some equal to it, the rest geometric.
std::vector<std::vector<double>> laws(std::size_t classes) {
  std::vector<std::vector<double>> all;
  for (std::size_t equal = 1; equal <= classes; ++equal) {
    for (const double factor : {0.0, 0.2, 0.5, 0.8, 0.95}) {
      std::vector<double> p(classes, 1.0);
      for (std::size_t i = equal; i < classes; ++i) p[i] = p[i - 1] * factor;
      double sum = 0;
      for (const double x : p) sum += x;
      for (double& x : p) x /= sum;
      all.push_back(p);
    }
  }
  return all;
}

TEST(WinnerTest, IsWrongWithProbabilityAtMostAlphaForAnyNumberOfClasses) {
  // Over all counts of small n, at each level where one more outcome is answered: the levels at which an
  // error is likeliest.
  const std::vector<std::vector<std::int64_t>> sizes = {{},         {},     {10, 40, 200}, {3, 7, 15, 40},
                                                        {4, 9, 18}, {5, 11}};
  double worst = 0.0;  // in units of the level
  for (std::size_t classes = 2; classes < sizes.size(); ++classes) {
    for (const std::int64_t n : sizes[classes]) {
      const auto all = all_counts(classes, n);
      for (const auto& p : laws(classes)) {
        std::vector<std::pair<double, double>> wrong;  // p-value and probability
        for (const Counts& counts : all) {
          const Outcome outcome = outcome_of(counts);
          if (outcome.is_wrong)
            wrong.emplace_back(winner_p_value(outcome.first, outcome.second), probability(counts, p));
        }
        std::sort(wrong.begin(), wrong.end());
        double error = 0.0;
        for (std::size_t i = 0; i < wrong.size(); ++i) {
          error += wrong[i].second;
          if (i + 1 < wrong.size() && wrong[i + 1].first == wrong[i].first) continue;
          if (wrong[i].first >= 1.0) break;
          EXPECT_LE(error, wrong[i].first) << classes << ' ' << n;
          worst = std::max(worst, error / wrong[i].first);
        }
      }
    }
  }
  EXPECT_GT(worst, 0.9999);  // two classes and small levels leave nothing unused
}

TEST(WinnerTest, AtTheOneSidedLevelItselfWouldErrTooOften) {
  // Three equally likely classes: an answer whenever the one-sided p-value is at most 1/2.
  double error = 0.0;
  for (const Counts& counts : all_counts(3, 15)) {
    const Outcome outcome = outcome_of(counts);
    if (outcome.is_wrong && upper_tail(outcome.first, outcome.first + outcome.second) <= 0.5)
      error += probability(counts, {1.0 / 3, 1.0 / 3, 1.0 / 3});
  }
  EXPECT_NEAR(error, 0.5657, 1e-4);
}

TEST(WinnerTest, NeedsFewerVotesThanTheTwoSidedTest) {
  // Of 100 votes for two classes the two-sided test wants 67 at alpha = 0.001.
  EXPECT_LE(winner_p_value(66, 34), 0.001);
  EXPECT_GT(winner_p_value(65, 35), 0.001);
}

}  // namespace
}  // namespace certus
