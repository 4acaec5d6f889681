#include "certus/logs/radius_lattice.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

namespace certus {

std::optional<LatticeCell> lattice_cell(double logged_radius, RadiusDigits digits, const Budget& budget) {
  const UnroundedRange range = unrounded_range(logged_radius, digits);
  const auto low = k_min(range.low, budget);
  if (!low) return std::nullopt;
  const double radius_low = *certified_radius(*low, budget);
  if (radius_low > range.high) return std::nullopt;
  const auto above = k_min(range.high, budget);
  const std::int64_t high = above ? std::max(*low, *above - 1) : budget.n;
  return LatticeCell{*low, high, radius_low, *certified_radius(high, budget)};
}

LoggedRadii logged_radii(const CertificationLog& log) {
  LoggedRadii radii{.descending = {}, .at_largest = 0, .digits = log.digits};
  std::vector<double>& all = radii.descending;
  for (std::size_t row = 0; row < log.radius.size(); ++row) {
    if (!log.is_abstained(row)) all.push_back(log.radius[row]);
  }
  std::sort(all.begin(), all.end(), std::greater<>());
  radii.at_largest =
      std::upper_bound(all.begin(), all.end(), all.empty() ? 0.0 : all.front(), std::greater<>()) -
      all.begin();
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return radii;
}

std::optional<double> unattainable_radius(const LoggedRadii& radii, const Budget& budget) {
  for (const double radius : radii.descending) {
    const UnroundedRange range = unrounded_range(radius, radii.digits);
    // Around a radius the lattice has steps of about sigma / (n phi(radius / sigma)). Where three of them
    // fit into the rounding, some count prints to it and nothing has to be solved. This is the case for
    // most rounded radii.
    const double z = radius / budget.sigma;
    const double density = std::exp(-0.5 * z * z) / std::sqrt(2.0 * std::numbers::pi);
    const double step = budget.sigma / (static_cast<double>(budget.n) * density);
    if (3.0 * step < range.high - range.low) continue;
    const auto low = k_min(range.low, budget);
    if (!low || *certified_radius(*low, budget) > range.high) return radius;
  }
  return std::nullopt;
}

}  // namespace certus
