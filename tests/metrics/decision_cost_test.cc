#include "certus/metrics/decision_cost.h"

#include "certus/logs/load_log.h"
#include "certus/logs/radius_lattice.h"
#include "certus/stats/decision_outlook.h"
#include "certus/stats/expected_certification.h"
#include "support/logs.h"
#include "support/shared_files.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

const Budget kBudget{.n = 10'000, .alpha = 0.001, .sigma = 0.5};

TEST(DecisionCost, AveragesTheOutlookOfTheImages) {
  CertificationLog log = test::log_of_votes({9500, 7000, 9900, 100}, kBudget.n);
  log.chosen_votes = log.label_votes;
  log.label[2] = 1;  // certified as class 0: costs draws, adds no accuracy
  log.predicted[3] = CertificationLog::kAbstained;
  const DecisionTable table({.budget = kBudget, .radii = {0.25, 0.5}});
  const DecisionCost cost = decision_cost(log, kBudget, table);

  const auto outlook = [&](std::int64_t votes) {
    return decision_outlook(table, Probability::from_p(static_cast<double>(votes) / 10'000));
  };
  const std::int64_t abstaining = *k_min(0.0, kBudget) - 1;
  EXPECT_NEAR(cost.mean_draws,
              (outlook(9500).mean_draws + outlook(7000).mean_draws + outlook(9900).mean_draws +
               outlook(abstaining).mean_draws) /
                  4,
              1e-6);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(cost.radii[i].accuracy, (outlook(9500).certified[i] + outlook(7000).certified[i]) / 4, 1e-9);
    EXPECT_NEAR(cost.radii[i].fixed_accuracy,
                (expected_certified_accuracy(Probability::from_p(0.95), cost.radii[i].radius, kBudget) +
                 expected_certified_accuracy(Probability::from_p(0.7), cost.radii[i].radius, kBudget)) /
                    4,
                1e-9);
  }
}

TEST(DecisionCost, ReadsARoundedRadiusAsTheMiddleOfItsVotes) {
  const test::TempDir dir;
  // The second image is certified as another class, so only its radius tells its votes. 1.91 is the largest
  // radius, 1.9057, rounded up: all votes.
  const Budget budget{.n = 100'000, .alpha = 0.001, .sigma = 0.5};
  const std::string text = std::string(test::kFieldHeaderLine) +
                           "0\t1\t1\t0.412\t1\tx\n1\t1\t2\t0.412\t0\tx\n2\t1\t1\t1.91\t1\tx\n";
  BudgetOptions given{.sigma = budget.sigma, .n = budget.n, .alpha = budget.alpha};
  const std::string path = dir.write("a.tsv", text).string();
  const LoadedLog rounded = load_log(path, given);
  const auto cell = lattice_cell(0.412, rounded.log.digits, budget);
  ASSERT_GT(cell->k_high, cell->k_low + 20);
  const std::int64_t middle = cell->k_low + (cell->k_high - cell->k_low) / 2;
  EXPECT_EQ(rounded.log.label_votes[0], middle);
  const auto counted = [&](std::int64_t votes) {
    CertificationLog log = test::log_of_votes({votes, votes, budget.n}, budget.n);
    log.chosen_votes = log.label_votes;
    log.label[1] = 1;
    return log;
  };
  const DecisionTable table({.budget = budget, .radii = {0.412}});
  const auto expect_same = [&](const CertificationLog& read, std::int64_t votes) {
    const DecisionCost cost = decision_cost(read, budget, table);
    const DecisionCost expected = decision_cost(counted(votes), budget, table);
    EXPECT_EQ(cost.mean_draws, expected.mean_draws);
    EXPECT_EQ(cost.radii[0].accuracy, expected.radii[0].accuracy);
    EXPECT_EQ(cost.radii[0].fixed_accuracy, expected.radii[0].fixed_accuracy);
  };
  expect_same(rounded.log, middle);
  given.as_printed = true;
  const LoadedLog printed = load_log(path, given);
  EXPECT_EQ(printed.log.label_votes[0], *k_min(0.412, budget));
  expect_same(printed.log, *k_min(0.412, budget));
  EXPECT_NE(middle, *k_min(0.412, budget));
}

TEST(DecisionCost, OnAPublishedLogIsFiftyTimesLessForLessThanOnePoint) {
  CERTUS_NEEDS_SHARED("logs/cifar10/gaussian/noise_1.0.tsv");
  const LoadedLog loaded = load_log(test::shared_file("logs/cifar10/gaussian/noise_1.0.tsv").string());
  const Budget source = loaded.budget();
  const DecisionTable table({.budget = source, .radii = {1.0}});
  const DecisionCost cost = decision_cost(loaded.log, source, table);
  EXPECT_LT(cost.mean_draws + 100, 100'100.0 / 50);
  const DecisionCost::Radius& at = cost.radii[0];
  EXPECT_LT(at.fixed_accuracy - at.accuracy, 0.01);
  EXPECT_GT(at.fixed_accuracy, at.accuracy);
  EXPECT_NEAR(at.fixed_accuracy, 0.239, 0.002);  // #{correct and radius >= 1} of the log
}

}  // namespace
}  // namespace certus
