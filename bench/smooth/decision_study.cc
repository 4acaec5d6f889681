// Two tables of docs/results/anytime.md. Without arguments: how often a decision at a radius is false at the
// threshold, exactly and simulated, and how often peeking at fixed bounds is. With logs: what designs cost.
// Usage: certus_decision_study [LOG ...]
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "certus/logs/load_log.h"
#include "certus/metrics/decision_cost.h"
#include "certus/stats/binomial.h"
#include "certus/stats/decision_outlook.h"
#include "certus/stats/normal.h"
#include "support/vote_sampler.h"

namespace {

using namespace certus;

constexpr Budget kBudget{.n = 100'000, .alpha = 0.001, .sigma = 1.0};
constexpr std::int64_t kImages = 200'000;  ///< simulated at every threshold

double claimed_without_giving_up(const DecisionTable& table, Probability p) {
  std::vector<std::int64_t> counts;
  for (std::size_t j = 0; j < table.looks().size(); ++j) counts.push_back(table.certify_at(j, 0));
  return chance_of_reaching(table.looks(), counts, p);
}

/// Clopper-Pearson at alpha whenever another `every` draws are in.
double claimed_by_peeking(double z, std::int64_t every, Probability p) {
  std::vector<std::int64_t> looks;
  std::vector<std::int64_t> counts;
  for (std::int64_t n = every; n <= kBudget.n; n += every) {
    looks.push_back(n);
    counts.push_back(k_min(z, {.n = n, .alpha = kBudget.alpha, .sigma = 1.0}).value_or(n + 1));
  }
  return chance_of_reaching(looks, counts, p);
}

void print_false_rates() {
  std::printf(
      "alpha = %g, n = %lld, sigma = 1, p = Phi(r): every certificate is false. Rates in units of alpha.\n\n",
      kBudget.alpha, static_cast<long long>(kBudget.n));
  std::printf(
      "| r | decision | never giving up | mixture | simulated false of %lld (a sound program: at most) | "
      "peeking every 10,000 | 1,000 | 100 |\n| --: | --: | --: | --: | --: | --: | --: | --: |\n",
      static_cast<long long>(kImages));
  const std::int64_t limit = binomial_quantile(1 - 1e-6, kImages, Probability::from_p(kBudget.alpha));
  for (const double z : {0.25, 0.5, 1.0, 1.5, 2.0, 3.0}) {
    const DecisionTable table({.budget = kBudget, .radii = {z}});
    const DecisionTable mixture({.budget = kBudget, .radii = {z}, .boundary = DecisionBoundary::kMixture});
    const Probability p = normal_probability(z);
    const test::VoteSampler sampler(table.looks(), p);
    std::int64_t wrong = 0;
    for (std::uint64_t image = 0; image < static_cast<std::uint64_t>(kImages); ++image) {
      wrong += test::simulate_decision(table, sampler, 1, image).radius() ? 1 : 0;
    }
    std::printf("| %g | %.3f | %.3f | %.3f | %lld (%lld) | %.1f | %.1f | %.1f |\n", z,
                decision_outlook(table, p).certified[0] / kBudget.alpha,
                claimed_without_giving_up(table, p) / kBudget.alpha,
                claimed_without_giving_up(mixture, p) / kBudget.alpha, static_cast<long long>(wrong),
                static_cast<long long>(limit), claimed_by_peeking(z, 10'000, p) / kBudget.alpha,
                claimed_by_peeking(z, 1000, p) / kBudget.alpha,
                claimed_by_peeking(z, 100, p) / kBudget.alpha);
  }
}

struct Design {
  const char* name;
  DecisionBoundary boundary;
  double worth;
  double growth;
  double reserve = 0.0;
};

void print_designs(const std::vector<std::string>& paths) {
  std::vector<LoadedLog> logs;
  for (const std::string& path : paths) logs.push_back(load_log(path));
  std::printf(
      "| design | worth of a certificate | looks grow by | mean votes | least saving of a log | mean lost | "
      "worst lost |\n| :-- | --: | --: | --: | --: | --: | --: |\n");
  for (const Design& design : {Design{"spending", DecisionBoundary::kSpending, 1e5, 1.2},
                               Design{"spending", DecisionBoundary::kSpending, 3e4, 1.2},
                               Design{"spending", DecisionBoundary::kSpending, 3e5, 1.2},
                               Design{"spending", DecisionBoundary::kSpending, 1e5, 1.05},
                               Design{"spending", DecisionBoundary::kSpending, 1e5, 2.0},
                               Design{"spending, 0.1 kept", DecisionBoundary::kSpending, 1e5, 1.2, 0.1},
                               Design{"spending, 0.3 kept", DecisionBoundary::kSpending, 1e5, 1.2, 0.3},
                               Design{"two-sided mixture", DecisionBoundary::kTwoSidedMixture, 1e5, 1.2},
                               Design{"mixture", DecisionBoundary::kMixture, 1e5, 1.2},
                               Design{"mixture", DecisionBoundary::kMixture, 1e5, 1.05}}) {
    double sum_draws = 0;
    double sum_lost = 0;
    double worst_lost = 0;
    double least_saving = 1e9;
    std::int64_t cases = 0;
    for (const LoadedLog& loaded : logs) {
      const Budget budget = loaded.budget();
      double log_draws = 0;
      std::int64_t log_cases = 0;
      for (const double r : {0.25, 0.5, 0.75, 1.0, 1.25, 1.5}) {
        if (r > largest_radius(budget).value_or(0.0)) continue;
        const DecisionTable table({.budget = budget,
                                   .radii = {r},
                                   .boundary = design.boundary,
                                   .worth = design.worth,
                                   .growth = design.growth,
                                   .reserve = design.reserve});
        const DecisionCost cost = decision_cost(loaded.log, budget, table);
        const double lost = cost.radii[0].fixed_accuracy - cost.radii[0].accuracy;
        log_draws += cost.mean_draws + 100;
        sum_lost += lost;
        worst_lost = std::max(worst_lost, lost);
        ++log_cases;
      }
      least_saving = std::min(least_saving, static_cast<double>((budget.n + 100) * log_cases) / log_draws);
      sum_draws += log_draws;
      cases += log_cases;
    }
    std::printf("| %s | %g | %g | %.0f | %.1f | %.2f | %.2f |\n", design.name, design.worth, design.growth,
                sum_draws / static_cast<double>(cases), least_saving,
                100 * sum_lost / static_cast<double>(cases), 100 * worst_lost);
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> paths(argv + 1, argv + argc);
  if (paths.empty()) {
    print_false_rates();
  } else {
    print_designs(paths);
  }
  return 0;
}
