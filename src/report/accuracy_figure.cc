#include "certus/report/accuracy_figure.h"

#include <algorithm>
#include <cmath>

#include "certus/base/error.h"
#include "certus/metrics/grid.h"
#include "certus/report/budgets_sentence.h"

namespace certus {
namespace {

/// Steps of a power of ten, 100 to 1000 of them, up to the first radius that nothing reaches; and the radii
/// beyond which curves fall, where these are few enough to be seen one by one.
std::vector<double> dense_radii(std::span<const LoadedLog> logs, const BudgetChange& change) {
  const double largest = largest_radius_at(logs, change);
  if (largest <= 0.0) return {0.0, 1.0};
  const double steps = std::pow(10.0, 2.0 - std::floor(std::log10(largest)));  // in a unit of radius
  std::vector<double> radii;
  for (double i = 0.0; i <= largest * steps + 1.0; ++i) radii.push_back(i / steps);
  constexpr std::size_t kMostSteps = 500;
  std::vector<double> falls;
  for (const LoadedLog& loaded : logs) {
    const auto own = steps_of_accuracy(loaded, change, kMostSteps);
    falls.insert(falls.end(), own.begin(), own.end());
  }
  return with_steps(std::move(radii), falls);
}

/// Nothing is left to see beyond the radius at which a curve reaches 0.
void end_at_zero(std::vector<Estimate>& curve) {
  const auto zero = std::find_if(curve.begin(), curve.end(), [](auto& e) { return e.value == 0.0; });
  if (zero != curve.end()) curve.erase(zero + 1, curve.end());
}

/// One curve for each method, and for each value of a sweep: the best of its sigmas at each point. For seeds
/// the best mean is taken, without a range, because the same images would choose that range.
std::vector<MethodCurve> best_curves(const std::vector<MethodCurve>& curves) {
  std::vector<MethodCurve> best;
  for (const MethodCurve& curve : curves) {
    auto found = std::find_if(best.begin(), best.end(), [&](const MethodCurve& each) {
      return each.method == curve.method && each.value == curve.value;
    });
    if (found == best.end()) {
      best.push_back(curve);
      best.back().sigma.reset();
      best.back().is_mean = false;
      continue;
    }
    for (std::size_t i = 0; i < curve.points.size(); ++i)
      found->points[i].value = std::max(found->points[i].value, curve.points[i].value);
  }
  return best;
}

}  // namespace

Figure accuracy_figure(std::span<const LoadedLog> logs, std::span<const LogGroup> groups,
                       const AccuracyFigureParams& params, std::span<const MethodCurve> printed) {
  CERTUS_CHECK(logs.empty() == groups.empty() && groups.size() + printed.size() > 0);
  CERTUS_CHECK(params.by.empty() || printed.empty());
  check_bands(groups, params.bands);
  const auto radii = params.radii.empty() ? dense_radii(logs, params.change) : params.radii;
  std::vector<std::string> notes;
  if (!logs.empty()) notes.push_back(budgets_sentence(logs, params.change));
  for (const LoadedLog& loaded : logs) {
    if (certified_accuracy_at(loaded, params.change, std::vector<double>{0.0}, params.confidence)[0].value ==
        0.0)
      notes.push_back(loaded.log.path + ": certifies no image as its label; its curve is 0");
  }
  std::vector<MethodCurve> curves;
  for (const LogGroup& group : groups) {
    std::vector<std::vector<Estimate>> members;
    for (const std::size_t i : group.members)
      members.push_back(certified_accuracy_at(logs[i], params.change, radii, params.confidence));
    curves.push_back(group_curve(group, members));
  }
  if (params.best_over_sigma) {
    curves = best_curves(curves);
  } else if (const std::string seeds = seeds_sentence(groups); !seeds.empty()) {
    notes.push_back(seeds);
  }
  curves.insert(curves.end(), printed.begin(), printed.end());
  double last = logs.empty() ? 0.0 : radii.back();
  for (const MethodCurve& curve : printed) last = std::max(last, curve.points.back().at);
  for (MethodCurve& curve : curves) end_at_zero(curve.points);
  return {.title = params.best_over_sigma ? "Best certified accuracy over sigma" : "Certified accuracy",
          .panels = {{.title = "",
                      .x = {.label = "radius", .low = 0.0, .high = last},
                      .y = {.label = "certified accuracy (%)", .low = 0.0},
                      .series = params.by.empty() ? method_series(curves, params.bands)
                                                  : sweep_series(curves, params.bands, params.by)}},
          .notes = std::move(notes)};
}

Figure accuracy_figure(std::span<const LoadedLog> logs, std::span<const std::string> methods,
                       const AccuracyFigureParams& params, std::span<const MethodCurve> printed) {
  return accuracy_figure(logs, log_groups(logs, methods), params, printed);
}

}  // namespace certus
