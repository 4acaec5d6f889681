#include "certus/stats/decision_table.h"

#include <vector>

#include "certus/base/error.h"
#include "certus/stats/decision_outlook.h"
#include "certus/stats/normal.h"
#include "certus/stats/vote_walk.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using testing::HasSubstr;

const Budget kBudget{.n = 100'000, .alpha = 0.001, .sigma = 0.5};

std::vector<std::int64_t> counts_of(const DecisionTable& table, std::size_t radius) {
  std::vector<std::int64_t> counts;
  for (std::size_t j = 0; j < table.looks().size(); ++j) counts.push_back(table.certify_at(j, radius));
  return counts;
}

TEST(DecisionTable, ClaimsARadiusFalselyAtMostWithAlphaWithoutEverGivingUp) {
  // At p = Phi(r / sigma) exactly, over all courses of 100,000 votes; no rule of giving up helps.
  for (const auto boundary :
       {DecisionBoundary::kSpending, DecisionBoundary::kMixture, DecisionBoundary::kTwoSidedMixture}) {
    const DecisionTable table(
        {.budget = kBudget, .radii = {0.0, 0.25, 0.5, 1.0, 1.5, 1.9}, .boundary = boundary});
    for (std::size_t i = 0; i < table.radii().size(); ++i) {
      const Probability p0 = normal_probability(table.radii()[i] / kBudget.sigma);
      const double chance = chance_of_reaching(table.looks(), counts_of(table, i), p0);
      EXPECT_LE(chance, kBudget.alpha) << table.radii()[i];
      EXPECT_LE(chance_of_reaching(table.looks(), counts_of(table, i),
                                   normal_probability((table.radii()[i] - 0.01) / kBudget.sigma)),
                chance);
      // Spending leaves next to nothing unused while many counts are possible.
      if (boundary == DecisionBoundary::kSpending && table.radii()[i] <= 1.0) {
        EXPECT_GT(chance, 0.99 * kBudget.alpha) << table.radii()[i];
      }
    }
  }
}

TEST(DecisionTable, WithAReserveIsFalseAtMostWithAlphaHoweverOftenDrawsAreAdded) {
  const DecisionParams first{
      .budget = {.n = 1000, .alpha = 0.01, .sigma = 1.0}, .radii = {0.0, 0.5, 1.5}, .reserve = 0.3};
  const DecisionTable small(first);
  std::vector<double> last(3, 0.0);
  for (const std::int64_t n : {1000, 1199, 1200, 5000, 100'000, 1'000'000}) {
    DecisionParams params = first;
    params.budget.n = n;
    params.first_n = 1000;
    const DecisionTable table(params);
    EXPECT_LE(table.looks().back(), n);
    for (std::size_t i = 0; i < 3; ++i) {
      const Probability p0 = normal_probability(table.radii()[i]);
      const double chance = chance_of_reaching(table.looks(), counts_of(table, i), p0);
      const double allowed = 0.01 * (1 - 0.3 * 1000 / static_cast<double>(table.looks().back()));
      EXPECT_LE(chance, allowed) << n << ' ' << i;
      EXPECT_GT(chance, 0.97 * allowed) << n << ' ' << i;
      EXPECT_GE(chance, last[i]);
      last[i] = chance;
      // What was decided in the first run is decided by the same counts at the same looks.
      for (std::size_t j = 0; j < small.looks().size(); ++j) {
        ASSERT_EQ(table.looks()[j], small.looks()[j]);
        EXPECT_EQ(table.certify_at(j, i), small.certify_at(j, i));
      }
    }
  }
}

TEST(DecisionTable, WithHardlyAReserveIsWhatItIsWithout) {
  const DecisionTable without({.budget = kBudget, .radii = {0.25, 1.0}});
  const DecisionTable hardly({.budget = kBudget, .radii = {0.25, 1.0}, .reserve = 1e-9});
  EXPECT_EQ(without.looks(), hardly.looks());
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(counts_of(without, i), counts_of(hardly, i));
}

TEST(DecisionTable, PeekingAtFixedBoundsBreaksThePromiseThatItKeeps) {
  // Clopper-Pearson at alpha, looked at after every 100, 1000, 10000 of 100,000 draws, at the threshold.
  const std::vector<std::int64_t> every = {10'000, 1000, 100};
  const std::vector<double> times_alpha = {4.0, 10.0, 15.0};
  for (std::size_t i = 0; i < every.size(); ++i) {
    std::vector<std::int64_t> looks;
    std::vector<std::int64_t> counts;
    for (std::int64_t n = every[i]; n <= kBudget.n; n += every[i]) {
      looks.push_back(n);
      counts.push_back(k_min(0.5, {.n = n, .alpha = kBudget.alpha, .sigma = 0.5}).value_or(n + 1));
    }
    const double chance = chance_of_reaching(looks, counts, normal_probability(1.0));
    EXPECT_GT(chance, times_alpha[i] * kBudget.alpha) << every[i];
  }
}

TEST(DecisionTable, NestsClaimsSoThatOneAlphaPaysForAllRadii) {
  const DecisionTable table({.budget = kBudget, .radii = {0.1, 0.11, 0.5, 0.9, 1.6}});
  for (std::size_t j = 0; j < table.looks().size(); ++j) {
    for (std::size_t i = 0; i < table.radii().size(); ++i) {
      EXPECT_LT(table.give_up_at(j, i), table.certify_at(j, i));
      if (i == 0) continue;
      EXPECT_LE(table.certify_at(j, i - 1), table.certify_at(j, i));
      EXPECT_LE(table.give_up_at(j, i - 1), table.give_up_at(j, i));
    }
  }
}

TEST(DecisionTable, LooksRiseFromTenToTheLimitAndHoldThePlaceWhereEveryVoteFirstSuffices) {
  const DecisionTable table({.budget = kBudget, .radii = {1.5}});
  const auto& looks = table.looks();
  EXPECT_EQ(looks.front(), 10);
  EXPECT_EQ(looks.back(), 100'000);
  for (std::size_t j = 1; j < looks.size(); ++j) EXPECT_LT(looks[j - 1], looks[j]);
  std::size_t first = 0;
  while (table.certify_at(first, 0) > looks[first]) ++first;
  // ln(0.3 alpha) / ln Phi(3) = 6005.1: a sixth more than the 5114 without which nothing can be certified.
  EXPECT_EQ(looks[first], 6006);
}

TEST(DecisionTable, SaysWhatIsWrongWithItsParameters) {
  const auto error = [](const DecisionParams& params) {
    try {
      DecisionTable table(params);
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_THAT(error({.budget = kBudget, .radii = {}}), HasSubstr("no radius"));
  EXPECT_THAT(error({.budget = kBudget, .radii = {0.5, 0.5}}), HasSubstr("each above the last"));
  EXPECT_THAT(error({.budget = kBudget, .radii = {-0.5}}), HasSubstr("from 0 on"));
  EXPECT_THAT(error({.budget = kBudget, .radii = {2.0}}), HasSubstr("out of reach"));
  EXPECT_THAT(error({.budget = kBudget, .radii = {0.5}, .growth = 1.0}), HasSubstr("factor of 1"));
  EXPECT_THAT(error({.budget = kBudget, .radii = {0.5}, .worth = -1.0}), HasSubstr("worth -1 draws"));
  EXPECT_THAT(error({.budget = kBudget, .radii = {0.5}, .reserve = 1.0}), HasSubstr("a share of 1 of alpha"));
  EXPECT_THAT(
      error({.budget = kBudget, .radii = {0.5}, .boundary = DecisionBoundary::kMixture, .reserve = 0.1}),
      HasSubstr("the mixture needs none"));
  EXPECT_THAT(error({.budget = kBudget, .radii = {0.5}, .reserve = 0.1, .first_n = 200'000}),
              HasSubstr("the first run had n = 200000"));
  EXPECT_THAT(error({.budget = kBudget, .radii = {0.5}, .first_look = 0}), HasSubstr("after 0 draws"));
  EXPECT_THAT(error({.budget = kBudget, .radii = {0.5}, .first_share = 1.5}), HasSubstr("a share of 1.5"));
  EXPECT_THAT(error({.budget = kBudget, .radii = {0.5}, .prior = {.misses = 0}}), HasSubstr("Beta(0.5, 0)"));
  EXPECT_THAT(error({.budget = {.n = 100'000'000}, .radii = {0.5}}), HasSubstr("at most 10000000"));
}

TEST(DecisionOutlook, AgreesWithTheFixedTestFarFromTheThreshold) {
  const DecisionTable table({.budget = kBudget, .radii = {0.25, 0.5}});
  const DecisionOutlook sure = decision_outlook(table, normal_probability(2.5));
  EXPECT_GT(sure.certified[0], 0.999);
  EXPECT_GT(sure.certified[1], 0.999);
  EXPECT_LT(sure.mean_draws, 200);
  const DecisionOutlook between = decision_outlook(table, normal_probability(0.75));
  EXPECT_GT(between.certified[0], 0.999);
  EXPECT_LT(between.certified[1], 1e-4);
  const DecisionOutlook hopeless = decision_outlook(table, normal_probability(-1.0));
  EXPECT_LT(hopeless.certified[0], 1e-5);
  EXPECT_LT(hopeless.mean_draws, 20);
  EXPECT_EQ(decision_outlook(table, Probability::from_p(0.0)).mean_draws, 10);
}

TEST(DecisionOutlook, ShowsThatSpendingNeedsFewerDrawsThanTheMixture) {
  const DecisionTable spending({.budget = kBudget, .radii = {0.5}});
  const DecisionTable mixture({.budget = kBudget, .radii = {0.5}, .boundary = DecisionBoundary::kMixture});
  const DecisionTable two_sided(
      {.budget = kBudget, .radii = {0.5}, .boundary = DecisionBoundary::kTwoSidedMixture});
  for (const double z : {1.03, 1.1, 1.3, 2.0}) {
    const DecisionOutlook a = decision_outlook(spending, normal_probability(z));
    const DecisionOutlook b = decision_outlook(mixture, normal_probability(z));
    const DecisionOutlook c = decision_outlook(two_sided, normal_probability(z));
    EXPECT_LT(a.mean_draws, b.mean_draws) << z;
    EXPECT_LT(b.mean_draws, c.mean_draws) << z;
    EXPECT_GE(a.certified[0], b.certified[0]) << z;
    EXPECT_GE(b.certified[0], c.certified[0]) << z;
  }
}

TEST(DecisionChance, RisesWithPAndIsThatOfTheOutlook) {
  for (const double radius : {0.1, 0.5, 1.2}) {
    const DecisionTable table({.budget = {.n = 3000, .alpha = 0.001, .sigma = 0.5}, .radii = {radius}});
    const RisingChance chance = decision_chance(table);
    double last = 0.0;
    for (int step = 0; step <= 400; ++step) {
      const Probability p = Probability::from_p(step / 400.0);
      const double now = chance.of(p);
      EXPECT_EQ(now, decision_outlook(table, p).certified[0]);
      EXPECT_GE(now, last - chance.error) << radius << ' ' << p.p;
      last = now;
    }
    EXPECT_NEAR(chance.of(Probability::from_p(0.0)), 0.0, 0.0);
    EXPECT_EQ(last, 1.0);
    EXPECT_NEAR(chance.of(Probability::from_p(chance.centre)), 0.5, 1e-3);
    EXPECT_GT(chance.spread, 0.0);
  }
}

TEST(DecisionTable, HasAtMostAThousandRadii) {
  std::vector<double> radii;
  for (int i = 0; i < 1001; ++i) radii.push_back(1e-4 * i);
  EXPECT_THAT(test::error_of([&] { DecisionTable({.budget = kBudget, .radii = radii}); }),
              ::testing::HasSubstr("1001 radii to decide at, expected at most 1000"));
}

}  // namespace
}  // namespace certus
