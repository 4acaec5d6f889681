#include "certus/metrics/decision_plan.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/metrics/decision_cost.h"

namespace certus {
namespace {

/// The radii that the budget can certify at all.
std::vector<double> radii_in_reach(const std::vector<double>& asked, const Budget& budget) {
  const double largest = largest_radius(budget).value_or(-1.0);
  std::vector<double> radii;
  std::copy_if(asked.begin(), asked.end(), std::back_inserter(radii), [&](double r) { return r <= largest; });
  return radii;
}

/// "radius 9", or "any of the radii 2 to 3".
std::string radii_text(const std::vector<double>& radii) {
  return radii.size() == 1 ? join_text("radius ", radii.front())
                           : join_text("any of the radii ", radii.front(), " to ", radii.back());
}

}  // namespace

void check_tells_votes(const LoadedLog& loaded) {
  check_one_n(loaded.log, "plan");
  if (!loaded.has_lattice_radii()) {
    fail(ErrorKind::kData, Remedy{"certify"}, loaded.log.path,
         ": has no radii that follow from the votes of the chosen class alone");
  }
}

DecisionPlan plan_decisions(const LoadedLog& loaded, const DecisionPlanParams& params) {
  CERTUS_CHECK(!params.radii.empty());
  check_tells_votes(loaded);
  const Budget source = loaded.budget();
  const Budget budget{.n = params.n, .alpha = params.alpha, .sigma = source.sigma};
  const std::vector<double> radii = radii_in_reach(params.radii, budget);
  if (radii.empty()) {
    fail(ErrorKind::kConfig, loaded.log.path, ": at sigma = ", budget.sigma, ", ", budget.n,
         " votes cannot certify ", radii_text(params.radii));
  }
  const auto n0 = static_cast<double>(params.n0);
  const auto cost_at = [&](const std::vector<double>& at) {
    return decision_cost(loaded.log, source, DecisionTable({.budget = budget, .radii = at}));
  };
  DecisionPlan plan{.path = loaded.log.path, .sigma = source.sigma, .radii = {}};
  for (const double r : radii) {
    const DecisionCost cost = cost_at({r});
    plan.radii.push_back({.radius = r,
                          .fixed_accuracy = cost.radii[0].fixed_accuracy,
                          .accuracy = cost.radii[0].accuracy,
                          .mean_votes = n0 + cost.mean_draws,
                          .least_votes = n0 + cost.least_draws});
  }
  const DecisionCost together = cost_at(radii);
  plan.mean_votes_all_radii = n0 + together.mean_draws;
  plan.least_votes_all_radii = n0 + together.least_draws;
  return plan;
}

}  // namespace certus
