#include "certus/metrics/theory.h"

#include <algorithm>
#include <cmath>

#include "certus/stats/expected_certification.h"
#include "certus/stats/trivial_classifier.h"

namespace certus {

ToyRow toy_row(double p_a, const Budget& budget) {
  return {.n = budget.n,
          .trivial = trivial_acr(2, budget),
          .plug_in = plug_in_radius(p_a, budget),
          .expected = expected_radius(Probability::from_p(p_a), budget)};
}

RadiusRow radius_row(double p, const Budget& budget) {
  const auto k = static_cast<std::int64_t>(std::floor(p * static_cast<double>(budget.n) + 0.5));
  const auto radius = [&](std::int64_t count) { return certified_radius(count, budget).value_or(0.0); };
  // Central over the neighbours; one-sided at the last count and where the neighbour below abstains.
  const std::int64_t low = radius(k - 1) > 0.0 ? k - 1 : k;
  const std::int64_t high = std::min(k + 1, budget.n);
  RadiusRow row{.p = p, .radius = radius(k)};
  if (row.radius > 0.0 && high > low) {
    row.sensitivity =
        (radius(high) - radius(low)) / static_cast<double>(high - low) * static_cast<double>(budget.n);
  }
  return row;
}

}  // namespace certus
