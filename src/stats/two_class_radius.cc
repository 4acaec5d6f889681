#include "certus/stats/two_class_radius.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "certus/base/error.h"
#include "certus/stats/clopper_pearson.h"
#include "certus/stats/special_functions.h"

namespace certus {
namespace {

/// Phi^-1 of a probability, computed from the smaller of p and q.
long double quantile(Probability x) {
  return x.q < x.p ? special::normal_upper_quantile(x.q) : -special::normal_upper_quantile(x.p);
}

/// @param alpha_b  pays for the upper bound of the runner-up
std::optional<double> radius_of_bounds(std::int64_t k, std::int64_t runner_up, double alpha_b,
                                       const Budget& budget) {
  CERTUS_CHECK(runner_up >= 0 && k + runner_up <= budget.n);
  if (k == 0) return std::nullopt;
  const Probability a = clopper_pearson_lower(k, budget.n, budget.alpha / 2);
  Probability b = clopper_pearson_upper(runner_up, budget.n, alpha_b);
  if (a.q < b.p) b = {a.q, a.p};
  if (a.p <= b.p) return std::nullopt;
  // The error of each quantile is below sixteen units of its own size; the double result is rounded down.
  constexpr long double kUnits = 16 * std::numeric_limits<long double>::epsilon();
  const long double upper = quantile(a);
  const long double lower = quantile(b);
  const long double safe = (upper - lower) - kUnits * (std::fabs(upper) + std::fabs(lower));
  const long double radius = static_cast<long double>(budget.sigma) / 2 * safe * (1 - kUnits);
  if (!(radius > 0)) return std::nullopt;
  const auto near = static_cast<double>(radius);
  return near > radius ? std::nextafter(near, 0.0) : near;
}

}  // namespace

std::optional<double> two_class_radius(std::int64_t k, std::int64_t runner_up, const Budget& budget) {
  return radius_of_bounds(k, runner_up, budget.alpha / 2, budget);
}

std::optional<double> two_class_radius_by_union(std::int64_t k, std::int64_t runner_up, int classes,
                                                const Budget& budget) {
  CERTUS_CHECK(classes >= 2);
  return radius_of_bounds(k, runner_up, budget.alpha / (2.0 * (classes - 1)), budget);
}

}  // namespace certus
