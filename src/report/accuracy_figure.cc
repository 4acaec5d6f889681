#include "certus/report/accuracy_figure.h"

#include <algorithm>
#include <cmath>

#include "certus/base/error.h"
#include "certus/metrics/best_over_sigma.h"
#include "certus/metrics/grid.h"
#include "certus/report/budgets_sentence.h"

namespace certus {
namespace {

/// Steps of a power of ten, 100 to 1000 of them, up to the first radius that nothing reaches; and the radii
/// behind which curves fall, where they are few enough to be seen one by one.
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

/// Nothing is left to see behind the radius at which a curve reaches 0.
void end_at_zero(std::vector<Estimate>& curve) {
  const auto zero = std::find_if(curve.begin(), curve.end(), [](auto& e) { return e.value == 0.0; });
  if (zero != curve.end()) curve.erase(zero + 1, curve.end());
}

}  // namespace

Figure accuracy_figure(std::span<const LoadedLog> logs, std::span<const std::string> methods,
                       const AccuracyFigureParams& params, std::span<const MethodCurve> printed) {
  CERTUS_CHECK(logs.size() == methods.size() && logs.size() + printed.size() > 0);
  const auto radii = params.radii.empty() ? dense_radii(logs, params.change) : params.radii;
  std::vector<std::string> notes;
  if (!logs.empty()) notes.push_back(budgets_sentence(logs, params.change));
  for (const LoadedLog& loaded : logs) {
    if (certified_accuracy_at(loaded, params.change, std::vector<double>{0.0}, params.confidence)[0].value ==
        0.0)
      notes.push_back(loaded.log.path + ": certifies no image as its label; its curve is 0");
  }
  std::vector<MethodCurve> curves;
  if (params.best_over_sigma) {
    for (const BestOverSigma& best : best_over_sigma(logs, radii, params.change)) {
      const auto log = std::find_if(logs.begin(), logs.end(), [&](const LoadedLog& loaded) {
        return path_without_sigma(loaded.log.path) == best.method;
      });
      MethodCurve curve{
          .method = methods[static_cast<std::size_t>(log - logs.begin())], .sigma = {}, .points = {}};
      for (const auto& point : best.points)
        curve.points.push_back({.at = point.radius, .value = point.value});
      curves.push_back(std::move(curve));
    }
  } else {
    for (std::size_t i = 0; i < logs.size(); ++i) {
      curves.push_back({.method = methods[i],
                        .sigma = logs[i].sigma.value,
                        .points = certified_accuracy_at(logs[i], params.change, radii, params.confidence)});
    }
  }
  curves.insert(curves.end(), printed.begin(), printed.end());
  double last = logs.empty() ? 0.0 : radii.back();
  for (MethodCurve& curve : curves) end_at_zero(curve.points);
  for (const MethodCurve& curve : printed) last = std::max(last, curve.points.back().at);
  return {.title = params.best_over_sigma ? "Best certified accuracy over sigma" : "Certified accuracy",
          .panels = {{.title = "",
                      .x = {.label = "radius", .low = 0.0, .high = last},
                      .y = {.label = "certified accuracy (%)", .low = 0.0},
                      .series = method_series(curves, params.bands)}},
          .notes = std::move(notes)};
}

}  // namespace certus
