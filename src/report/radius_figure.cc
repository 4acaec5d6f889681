#include "certus/report/radius_figure.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/metrics/theory.h"

namespace certus {
namespace {

/// Places that lie evenly on the axis; near 1 every count of the largest n.
std::vector<double> shares(std::int64_t n) {
  constexpr double kPointsEachNine = 200.0;
  const auto votes = static_cast<double>(n);
  std::vector<double> out;
  double missing = votes;  // votes for other classes
  for (double i = 0.0; missing > 0.0; ++i) {
    const double next = std::floor(0.5 * votes * std::pow(10.0, -i / kPointsEachNine));
    if (next == missing) continue;
    missing = next;
    out.push_back((votes - missing) / votes);
  }
  return out;
}

Panel panel_of(std::string label, Axis::Scale scale, double last) {
  return {.title = "",
          .x = {.label = "p_A", .scale = Axis::Scale::kNines, .low = 0.5, .high = last},
          .y = {.label = std::move(label), .scale = scale},
          .series = {}};
}

}  // namespace

Figure radius_figure(const std::vector<Budget>& budgets) {
  CERTUS_CHECK(!budgets.empty());
  std::int64_t most_votes = 10;
  for (const Budget& budget : budgets) most_votes = std::max(most_votes, budget.n);
  const double last = 1.0 - 1.0 / static_cast<double>(most_votes);
  Panel radius = panel_of("certified radius", Axis::Scale::kLinear, last);
  radius.y.low = 0.0;
  Panel sensitivity = panel_of("d radius / d p_A", Axis::Scale::kLogarithmic, last);
  for (std::size_t i = 0; i < budgets.size(); ++i) {
    Series curve{.label = budgets.size() > 1 ? join_text("n = ", grouped_text(budgets[i].n)) : "",
                 .x = shares(most_votes),
                 .y = {},
                 .low = {},
                 .high = {},
                 .colour = static_cast<int>(i),
                 .dash = static_cast<int>(i)};
    Series slope = curve;
    slope.label = "";
    for (const double p : curve.x) {
      const RadiusRow row = radius_row(p, budgets[i]);
      curve.y.push_back(row.radius);
      // Where nothing is certified a point of p_A is worth nothing, and 0 has no place on a logarithmic axis.
      slope.y.push_back(row.sensitivity > 0.0 ? row.sensitivity : std::numeric_limits<double>::quiet_NaN());
    }
    radius.series.push_back(std::move(curve));
    sensitivity.series.push_back(std::move(slope));
  }
  std::vector<std::string> notes;
  for (const Budget& budget : budgets) {
    notes.push_back(
        join_text("sigma = ", budget.sigma, ", n = ", grouped_text(budget.n), ", alpha = ", budget.alpha));
  }
  return {.title = join_text("Certified radius and its sensitivity, sigma = ", budgets.front().sigma,
                             ", alpha = ", budgets.front().alpha),
          .panels = {std::move(radius), std::move(sensitivity)},
          .notes = std::move(notes)};
}

}  // namespace certus
