#include "certus/report/p_a_figure.h"

#include <algorithm>
#include <set>

#include "certus/base/error.h"
#include "certus/metrics/grid.h"
#include "certus/metrics/p_a_distribution.h"
#include "certus/report/budgets_sentence.h"
#include "certus/stats/normal.h"

namespace certus {
namespace {

/// Shares of votes at which the distribution of a log or its band jumps, as far as they are few enough to be
/// seen one by one; and all votes but one, behind which nothing is left but 1.
std::vector<double> steps_of(const PaDistribution& p_a) {
  constexpr std::size_t kMostSteps = 500;
  const auto n = static_cast<double>(p_a.n());
  const double all_but_one = static_cast<double>(p_a.n() - 1) / n;
  std::set<double> steps{all_but_one};
  for (const auto* groups : {&p_a.groups(), p_a.least_groups(), p_a.most_groups()}) {
    if (groups == nullptr) continue;
    for (const PaDistribution::Group& group : *groups) steps.insert(static_cast<double>(group.votes) / n);
  }
  steps.erase(steps.begin(), steps.lower_bound(0.5));
  if (steps.size() > kMostSteps) return {all_but_one};
  return {steps.begin(), steps.end()};
}

}  // namespace

Figure p_a_figure(std::span<const LoadedLog> logs, std::span<const LogGroup> groups, Bands bands,
                  double confidence, const std::string& by) {
  CERTUS_CHECK(!logs.empty() && !groups.empty());
  check_bands(groups, bands);
  std::int64_t most_votes = 2;
  for (const LoadedLog& loaded : logs) most_votes = std::max(most_votes, loaded.budget().n);
  // Beyond all but one vote no log tells p_A from 1.
  const double last = 1.0 - 1.0 / static_cast<double>(most_votes);
  constexpr int kPoints = 400;
  const auto grid = probit_grid(kPoints, normal_upper_quantile(1.0 / static_cast<double>(most_votes)));
  std::vector<MethodCurve> curves;
  for (const LogGroup& group : groups) {
    std::vector<PaDistribution> members;
    std::vector<double> steps;
    for (const std::size_t i : group.members) {
      members.emplace_back(logs[i].log, logs[i].budget().n);
      const auto own = steps_of(members.back());
      steps.insert(steps.end(), own.begin(), own.end());
    }
    const auto points = with_steps(grid, steps);
    std::vector<std::vector<Estimate>> members_curves;
    for (const PaDistribution& p_a : members) members_curves.push_back(p_a.curve(points, confidence));
    curves.push_back(group_curve(group, members_curves));
  }
  std::vector<std::string> notes{budgets_sentence(logs, {})};
  if (const std::string seeds = seeds_sentence(groups); !seeds.empty()) notes.push_back(seeds);
  return {.title = "Distribution of p_A",
          .panels = {{.title = "",
                      .x = {.label = "p", .scale = Axis::Scale::kProbit, .low = 0.5, .high = last},
                      .y = {.label = "P(p_A \u2265 p) (%)", .low = 0.0},
                      .series = by.empty() ? method_series(curves, bands) : sweep_series(curves, bands, by)}},
          .notes = std::move(notes)};
}

Figure p_a_figure(std::span<const LoadedLog> logs, std::span<const std::string> methods, Bands bands,
                  double confidence) {
  CERTUS_CHECK(logs.size() == methods.size());
  return p_a_figure(logs, log_groups(logs, methods), bands, confidence);
}

}  // namespace certus
