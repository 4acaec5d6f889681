#include "certus/stats/least_draws.h"

#include <cmath>
#include <vector>

#include "certus/stats/decision_outlook.h"
#include "certus/stats/normal.h"
#include "gtest/gtest.h"

namespace certus {
namespace {

TEST(LeastDraws, IsTheFormula) {
  const Probability p0 = Probability::from_p(0.5);
  // KL(1, 1/2) = ln 2: ten votes without a miss are needed where 2^-10 < alpha.
  EXPECT_NEAR(least_mean_draws(Probability::from_p(1.0), p0, 1.0, std::pow(0.5, 10)), 10.0, 1e-12);
  const double kl = 0.9 * std::log(0.9 / 0.5) + 0.1 * std::log(0.1 / 0.5);
  const double d = 0.7 * std::log(0.7 / 0.01) + 0.3 * std::log(0.3 / 0.99);
  EXPECT_NEAR(least_mean_draws(Probability::from_p(0.9), p0, 0.7, 0.01), d / kl, 1e-12);
  EXPECT_EQ(least_mean_draws(Probability::from_p(0.9), p0, 0.01, 0.01), 0.0);
  EXPECT_EQ(least_mean_draws(Probability::from_p(0.4), p0, 0.9, 0.01), 0.0);
}

TEST(LeastDraws, IsReachedByWaldsTestAndByNoOther) {
  // Wald's sequential test of p0 against p, looked at after every draw, with bounds that its logarithm of the
  // likelihood ratio hits exactly: one vote adds ln 2, one miss subtracts it (p = 2/3, p0 = 1/3).
  const double p = 2.0 / 3, p0 = 1.0 / 3;
  const int up = 6, down = -6;
  // Gambler's ruin: the chance to reach `up` first, and the mean number of steps.
  const auto reached = [&](double vote) {
    const double r = (1 - vote) / vote;
    return (1 - std::pow(r, -down)) / (1 - std::pow(r, up - down));
  };
  const double power = reached(p), alpha = reached(p0);
  const double steps = (up * power + down * (1 - power)) / (2 * p - 1);
  EXPECT_NEAR(least_mean_draws(Probability::from_p(p), Probability::from_p(p0), power, alpha), steps, 1e-9);
}

TEST(LeastDraws, IsNotMoreThanAnyDecisionTakes) {
  for (const auto boundary :
       {DecisionBoundary::kSpending, DecisionBoundary::kMixture, DecisionBoundary::kTwoSidedMixture}) {
    const DecisionTable table({.budget = {.n = 10'000, .alpha = 0.001, .sigma = 1.0},
                               .radii = {0.25, 1.0},
                               .boundary = boundary,
                               .growth = 1.01});
    for (const double z : {0.26, 0.3, 0.5, 1.01, 1.05, 1.2, 2.0, 4.0}) {
      const Probability p = normal_probability(z);
      const DecisionOutlook outlook = decision_outlook(table, p);
      for (std::size_t i = 0; i < 2; ++i) {
        const double least =
            least_mean_draws(p, normal_probability(table.radii()[i]), outlook.certified[i], 0.001);
        EXPECT_LE(least, outlook.mean_draws) << z << ' ' << i;
      }
    }
  }
}

}  // namespace
}  // namespace certus
