#include "certus/metrics/pilot_plan.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/metrics/budget_conversion.h"
#include "certus/metrics/decision_cost.h"
#include "certus/metrics/decision_plan.h"
#include "certus/metrics/guaranteed_conversion.h"
#include "certus/stats/decision_outlook.h"

namespace certus {
namespace {

constexpr std::int64_t kMostDecided = 10'000'000;  // of DecisionTable

/// The cost of a way that takes this many draws per image.
void set_cost(PilotPlan::Way& way, double mean_draws, const PilotPlanParams& params) {
  way.mean_draws = mean_draws;
  way.draws = mean_draws * static_cast<double>(params.images);
  if (params.images_per_second) way.seconds = way.draws / *params.images_per_second;
}

PilotPlan::Row row_of(const LoadedLog& pilot, const PaDistribution& p_a, std::int64_t n,
                      const PilotPlanParams& params) {
  const Budget source = pilot.budget();
  const Budget target{.n = n, .alpha = params.alpha, .sigma = source.sigma};
  const double radius[] = {params.radius};
  const Conversion predicted =
      convert_budget(p_a, source, target, radius, ConversionMethod::kPredictive, params.confidence);
  const Estimate sure = guaranteed_accuracy(p_a, params.radius, target, params.confidence);
  PilotPlan::Row row{.n = n, .fixed = {}, .extrapolated = predicted.extrapolated[0], .decided = {}};
  row.fixed.certified = {params.radius, predicted.accuracy[0].value, sure.lower, sure.upper};
  const auto n0 = static_cast<double>(params.n0);
  set_cost(row.fixed, n0 + static_cast<double>(n), params);
  if (n > kMostDecided || !k_min(params.radius, target)) return row;

  const DecisionTable table({.budget = target, .radii = {params.radius}});
  const DecisionCost cost = decision_cost(pilot.log, source, table);
  const double lost = cost.radii[0].fixed_accuracy - cost.radii[0].accuracy;
  const Interval bounds = guaranteed_mean(p_a, decision_chance(table), params.confidence);
  row.decided = PilotPlan::Way{.certified = {params.radius, std::max(0.0, row.fixed.certified.value - lost),
                                             bounds.lower, bounds.upper},
                               .seconds = {}};
  set_cost(*row.decided, n0 + cost.mean_draws, params);
  return row;
}

/// All ways of a plan.
std::vector<PilotPlan::Choice> ways_of(const PilotPlan& plan) {
  std::vector<PilotPlan::Choice> ways;
  for (std::size_t i = 0; i < plan.rows.size(); ++i) {
    ways.push_back({i, false});
    if (plan.rows[i].decided) ways.push_back({i, true});
  }
  return ways;
}

std::optional<PilotPlan::Choice> choose(const PilotPlan& plan, double loss) {
  const auto ways = ways_of(plan);
  double best = 0.0;
  for (const auto& each : ways) best = std::max(best, plan.way(each).certified.value);
  if (best <= 0.0) return std::nullopt;
  std::optional<PilotPlan::Choice> chosen;
  for (const auto& each : ways) {
    const PilotPlan::Way& way = plan.way(each);
    if (way.certified.value < best - loss) continue;
    if (!chosen || way.mean_draws < plan.way(*chosen).mean_draws) chosen = each;
  }
  return chosen;
}

}  // namespace

std::vector<std::int64_t> usual_pilot_budgets() {
  return {100, 300, 1000, 3000, 10'000, 30'000, 100'000, 300'000, 1'000'000};
}

PilotPlan plan_from_pilot(const LoadedLog& pilot, const PilotPlanParams& params) {
  check_tells_votes(pilot);
  const PaDistribution p_a(pilot.log, pilot.budget().n);
  PilotPlan plan{.path = pilot.log.path,
                 .sigma = pilot.budget().sigma,
                 .pilot_n = p_a.n(),
                 .pilot_images = p_a.images(),
                 .rows = {},
                 .choice = {}};
  for (const std::int64_t n : params.n.empty() ? usual_pilot_budgets() : params.n)
    plan.rows.push_back(row_of(pilot, p_a, n, params));
  plan.choice = choose(plan, params.loss);
  return plan;
}

}  // namespace certus
