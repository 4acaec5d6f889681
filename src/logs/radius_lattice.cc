#include "certus/logs/radius_lattice.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <unordered_map>

#include "certus/stats/randomized_clopper_pearson.h"
#include "certus/stats/two_class_radius.h"

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
    // Around a radius the lattice has steps of about sigma / (n phi(radius / sigma)). Where three of them fit
    // into the rounding, some count prints to it and nothing has to be solved: so for most rounded radii.
    const double z = radius / budget.sigma;
    const double density = std::exp(-0.5 * z * z) / std::sqrt(2.0 * std::numbers::pi);
    const double step = budget.sigma / (static_cast<double>(budget.n) * density);
    if (3.0 * step < range.high - range.low) continue;
    const auto low = k_min(range.low, budget);
    if (!low || *certified_radius(*low, budget) > range.high) return radius;
  }
  return std::nullopt;
}

std::optional<RadiusMismatch> radius_mismatch(const CertificationLog& log, const Budget& budget,
                                              int classes) {
  if (log.predict_votes.empty() || !log.has_radii()) return std::nullopt;
  const bool two_class = !log.runner_up_votes.empty();
  std::unordered_map<std::int64_t, double> of_votes;
  const auto proven_by = [&](std::size_t row) {
    const std::int64_t votes = log.predict_votes[row];
    if (!log.uniform.empty()) return randomized_radius(votes, budget, log.uniform[row]).value_or(0.0);
    if (two_class) return two_class_radius(votes, log.runner_up_votes[row], classes, budget).value_or(0.0);
    const auto [entry, is_new] = of_votes.try_emplace(votes, 0.0);
    if (is_new) entry->second = certified_radius(votes, budget).value_or(0.0);
    return entry->second;
  };
  std::optional<RadiusMismatch> first;
  for (std::size_t row = 0; row < log.rows(); ++row) {
    if (log.is_abstained(row)) continue;
    const double proven = proven_by(row);
    if (proven > 0.0 && unrounded_range(log.radius[row], log.digits).contains(proven)) continue;
    if (!first) first = RadiusMismatch{.row = row, .votes = log.predict_votes[row], .proven = proven};
    ++first->rows;
  }
  return first;
}

}  // namespace certus
