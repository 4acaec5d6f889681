#include "certus/metrics/pilot_plan.h"

#include "certus/stats/binomial.h"
#include "certus/stats/decision_outlook.h"
#include "certus/stats/keyed_random.h"
#include "support/loaded_logs.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using ::testing::HasSubstr;

/// A pilot with these votes of n for the labels.
LoadedLog pilot_of(const std::vector<std::int64_t>& votes, const Budget& budget) {
  LoadedLog loaded = test::loaded_votes("pilot.tsv", budget.sigma, {});
  loaded.n.value = budget.n;
  loaded.alpha.value = budget.alpha;
  loaded.log = test::log_of_votes(votes, budget.n, k_min(0.0, budget).value_or(budget.n + 1));
  loaded.log.path = "pilot.tsv";
  loaded.log.chosen_votes = votes;
  for (std::size_t i = 0; i < votes.size(); ++i)
    loaded.log.radius[i] = certified_radius(votes[i], budget).value_or(0.0);
  return loaded;
}

/// A third of the images each at these p_A.
const std::vector<double> kLumps = {0.4, 0.9, 0.99};

LoadedLog pilot_of_lumps(std::uint64_t seed, std::uint64_t images, const Budget& budget) {
  std::vector<std::int64_t> votes;
  for (std::uint64_t i = 0; i < images; ++i) {
    const double p = kLumps[static_cast<std::size_t>(3.0 * keyed_uniform(seed, 20, i))];
    votes.push_back(binomial_quantile(keyed_uniform(seed, 21, i), budget.n, Probability::from_p(p)));
  }
  return pilot_of(votes, budget);
}

template <typename Function>
double mean_over_lumps(Function function) {
  double sum = 0.0;
  for (const double p : kLumps) sum += function(Probability::from_p(p));
  return sum / static_cast<double>(kLumps.size());
}

TEST(PilotPlan, ExpectsExactlyWhatFewerVotesCertify) {
  // The mean of the value over all votes that one image can get, summed: unbiased for every p_A.
  const Budget source{.n = 24, .alpha = 0.05, .sigma = 0.5};
  const Budget target{.n = 15, .alpha = 0.01, .sigma = 0.5};
  const std::int64_t k = *k_min(0.25, target);
  for (const double at : {0.3, 0.7, 0.93}) {
    const Probability p = Probability::from_p(at);
    double mean = 0.0;
    for (std::int64_t votes = 0; votes <= source.n; ++votes) {
      const PilotPlan plan = plan_from_pilot(pilot_of({votes}, source),
                                             {.radius = 0.25, .alpha = target.alpha, .n = {target.n}});
      mean += binomial_pmf(votes, source.n, p) * plan.rows[0].fixed.certified.value;
    }
    EXPECT_NEAR(mean, binomial_upper_tail(k, target.n, p), 1e-12) << at;
  }
}

TEST(PilotPlan, CountsDrawsAndTimeOfImagesOfKnownVotes) {
  const Budget source{.n = 1000, .alpha = 0.001, .sigma = 0.5};
  const PilotPlan plan =
      plan_from_pilot(pilot_of({950, 950, 950}, source),
                      {.radius = 0.5, .n0 = 50, .n = {5000}, .images = 200, .images_per_second = 1000.0});
  EXPECT_EQ(plan.pilot_n, 1000);
  EXPECT_EQ(plan.pilot_images, 3);
  EXPECT_EQ(plan.sigma, 0.5);
  const PilotPlan::Row& row = plan.rows[0];
  EXPECT_EQ(row.fixed.mean_draws, 5050.0);
  EXPECT_EQ(row.fixed.draws, 200 * 5050.0);
  EXPECT_EQ(*row.fixed.seconds, 200 * 5.05);
  const DecisionTable table({.budget = {.n = 5000, .alpha = 0.001, .sigma = 0.5}, .radii = {0.5}});
  const DecisionOutlook outlook = decision_outlook(table, Probability::from_p(0.95));
  EXPECT_NEAR(row.decided->mean_draws, 50 + outlook.mean_draws, 1e-9);
  EXPECT_NEAR(*row.decided->seconds, 0.2 * (50 + outlook.mean_draws), 1e-9);
}

TEST(PilotPlan, KnowsTheTruthOfASimulatedPopulation) {
  const Budget source{.n = 1000, .alpha = 0.001, .sigma = 0.5};
  const std::vector<std::int64_t> budgets = {300, 1000, 10'000};
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const PilotPlan plan = plan_from_pilot(pilot_of_lumps(seed, 3000, source),
                                           {.radius = 0.5, .n = budgets, .confidence = 0.9999});
    for (const PilotPlan::Row& row : plan.rows) {
      const Budget target{.n = row.n, .alpha = 0.001, .sigma = 0.5};
      const std::int64_t k = *k_min(0.5, target);
      const double truth = mean_over_lumps([&](Probability p) { return binomial_upper_tail(k, row.n, p); });
      EXPECT_LE(row.fixed.certified.lower, truth) << row.n;
      EXPECT_GE(row.fixed.certified.upper, truth) << row.n;
      EXPECT_NEAR(row.fixed.certified.value, truth, 0.04) << row.n;  // 4 standard errors of 3000 images

      const DecisionTable table({.budget = target, .radii = {0.5}});
      const double decided =
          mean_over_lumps([&](Probability p) { return decision_outlook(table, p).certified[0]; });
      const double draws =
          100 + mean_over_lumps([&](Probability p) { return decision_outlook(table, p).mean_draws; });
      EXPECT_LE(row.decided->certified.lower, decided) << row.n;
      EXPECT_GE(row.decided->certified.upper, decided) << row.n;
      EXPECT_NEAR(row.decided->certified.value, decided, 0.05) << row.n;
      EXPECT_NEAR(row.decided->mean_draws / draws, 1.0, 0.15) << row.n;
      EXPECT_LE(row.decided->certified.value, row.fixed.certified.value);
    }
  }
}

TEST(PilotPlan, RecommendsTheFewestDrawsWithinTheLoss) {
  const Budget source{.n = 1000, .alpha = 0.001, .sigma = 0.5};
  const LoadedLog pilot = pilot_of_lumps(7, 1000, source);
  for (const double loss : {0.0, 0.005, 0.05, 1.0}) {
    const PilotPlan plan =
        plan_from_pilot(pilot, {.radius = 0.5, .n = {10, 100, 1000, 10'000}, .loss = loss});
    double best = 0.0;
    for (const PilotPlan::Row& row : plan.rows) best = std::max(best, row.fixed.certified.value);
    const PilotPlan::Way& chosen = plan.way(*plan.choice);
    EXPECT_GE(chosen.certified.value, best - loss);
    for (const PilotPlan::Row& row : plan.rows) {
      if (row.fixed.certified.value >= best - loss) {
        EXPECT_LE(chosen.mean_draws, row.fixed.mean_draws);
      }
      if (row.decided && row.decided->certified.value >= best - loss) {
        EXPECT_LE(chosen.mean_draws, row.decided->mean_draws);
      }
    }
    EXPECT_EQ(loss<1.0, chosen.certified.value> 0.0);
  }
}

TEST(PilotPlan, SaysThatABudgetIsTooSmall) {
  const Budget source{.n = 1000, .alpha = 0.001, .sigma = 0.5};
  const PilotPlan plan = plan_from_pilot(pilot_of({1000, 1000}, source), {.radius = 1.5, .n = {100, 1000}});
  for (const PilotPlan::Row& row : plan.rows) {
    EXPECT_FALSE(row.decided);
    EXPECT_EQ(row.fixed.certified.value, 0.0);
    EXPECT_EQ(row.fixed.certified.upper, 0.0);
  }
  EXPECT_FALSE(plan.choice);
}

TEST(PilotPlan, RefusesLogsThatDoNotTellVotes) {
  EXPECT_THAT(test::error_of([] {
                plan_from_pilot(test::loaded_stopped("a.tsv", {{30, 40}}), {.radius = 0.5});
              }),
              HasSubstr("a.tsv: "));
}

}  // namespace
}  // namespace certus
