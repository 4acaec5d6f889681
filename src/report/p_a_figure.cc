#include "certus/report/p_a_figure.h"

#include <algorithm>
#include <set>

#include "certus/base/error.h"
#include "certus/metrics/grid.h"
#include "certus/metrics/guaranteed_conversion.h"
#include "certus/metrics/p_a_distribution.h"
#include "certus/report/budgets_sentence.h"
#include "certus/stats/normal.h"

namespace certus {
namespace {

/// Shares of votes at which the distribution of a log or its band jumps, as far as they are few enough to be
/// seen one by one; and the share of all votes but one, beyond which only 1 is left.
std::vector<double> steps_of(const PaDistribution& p_a, double first) {
  constexpr std::size_t kMostSteps = 500;
  const auto n = static_cast<double>(p_a.n());
  const double all_but_one = static_cast<double>(p_a.n() - 1) / n;
  std::set<double> steps{all_but_one};
  for (const auto* groups : {&p_a.groups(), p_a.least_groups(), p_a.most_groups()}) {
    if (groups == nullptr) continue;
    for (const PaDistribution::Group& group : *groups) steps.insert(static_cast<double>(group.votes) / n);
  }
  steps.erase(steps.begin(), steps.lower_bound(first));
  if (steps.size() > kMostSteps) steps = {all_but_one};
  if (first < 0.5) steps.insert(0.0);  // beyond it, images without a single vote are gone
  return {steps.begin(), steps.end()};
}

/// Where p_A of every image is known the curve says something below 1/2, too.
bool knows_below_half(const PaDistribution& p_a) {
  return p_a.unknown_images() == 0;
}

/// The first p above 0 that the figure can tell from 0, and how far from 1 the last is that it can tell
/// from 1.
struct Reach {
  double low = 0.5;
  double tail = 0.5;
};

Reach reach_of(std::span<const PaDistribution> logs, std::span<const MethodCurve> printed) {
  Reach reach;
  for (const PaDistribution& p_a : logs) {
    const double one_vote = 1.0 / static_cast<double>(std::max<std::int64_t>(p_a.n(), 2));
    reach.tail = std::min(reach.tail, one_vote);
    if (knows_below_half(p_a)) reach.low = std::min(reach.low, one_vote);
  }
  for (const MethodCurve& curve : printed) {
    for (const Estimate& point : curve.points) {
      if (point.at < 1.0) reach.tail = std::min(reach.tail, 1.0 - point.at);
      if (point.at > 0.0) reach.low = std::min(reach.low, point.at);
    }
  }
  return reach;
}

/// Points that lie evenly on the axis, from 0 or from 1/2 on.
std::vector<double> grid_of(const Reach& reach, bool from_zero) {
  constexpr int kPoints = 400;
  auto upper = probit_grid(kPoints, normal_upper_quantile(reach.tail));
  if (!from_zero) return upper;
  std::vector<double> grid{0.0};
  const auto lower = probit_grid(kPoints, normal_upper_quantile(reach.low));
  for (std::size_t i = lower.size() - 1; i-- > 1;) grid.push_back(1.0 - lower[i]);
  grid.insert(grid.end(), upper.begin(), upper.end());
  return grid;
}

}  // namespace

Figure p_a_figure(std::span<const LoadedLog> logs, std::span<const LogGroup> groups, Bands bands,
                  double confidence, const std::string& by, std::span<const MethodCurve> printed) {
  CERTUS_CHECK(logs.empty() == groups.empty() && groups.size() + printed.size() > 0);
  CERTUS_CHECK(by.empty() || printed.empty());
  check_bands(groups, bands);
  std::vector<PaDistribution> distributions;
  for (const LoadedLog& loaded : logs) distributions.emplace_back(loaded.log, loaded.budget().n);
  const Reach reach = reach_of(distributions, printed);
  std::vector<MethodCurve> curves;
  for (const LogGroup& group : groups) {
    // A mean over seeds needs the votes of all of them.
    const bool from_zero = std::all_of(group.members.begin(), group.members.end(),
                                       [&](std::size_t i) { return knows_below_half(distributions[i]); });
    std::vector<double> steps;
    for (const std::size_t i : group.members) {
      const auto own = steps_of(distributions[i], from_zero ? 0.0 : 0.5);
      steps.insert(steps.end(), own.begin(), own.end());
    }
    const auto points = with_steps(grid_of(reach, from_zero), steps);
    std::vector<std::vector<Estimate>> members;
    for (const std::size_t i : group.members) {
      const PaDistribution& p_a = distributions[i];
      // The band of an anytime record is for p_A already.
      members.push_back(bands == Bands::kDrawn && p_a.has_one_n() ? p_a_itself(p_a, points, confidence)
                                                                  : p_a.curve(points, confidence));
    }
    curves.push_back(group_curve(group, members));
  }
  curves.insert(curves.end(), printed.begin(), printed.end());
  std::vector<std::string> notes;
  if (!logs.empty()) notes.push_back(budgets_sentence(logs, {}));
  if (const std::string seeds = seeds_sentence(groups); !seeds.empty()) notes.push_back(seeds);
  return {
      .title = "Distribution of p_A",
      .panels =
          {{.title = "",
            .x = {.label = "p", .scale = Axis::Scale::kProbit, .low = reach.low, .high = 1.0 - reach.tail},
            .y = {.label = "P(p_A \u2265 p) (%)", .low = 0.0},
            .series = by.empty() ? method_series(curves, bands) : sweep_series(curves, bands, by)}},
      .notes = std::move(notes)};
}

Figure p_a_figure(std::span<const LoadedLog> logs, std::span<const std::string> methods, Bands bands,
                  double confidence, std::span<const MethodCurve> printed) {
  CERTUS_CHECK(logs.size() == methods.size());
  return p_a_figure(logs, log_groups(logs, methods), bands, confidence, {}, printed);
}

}  // namespace certus
