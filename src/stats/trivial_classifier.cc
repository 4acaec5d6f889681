#include "certus/stats/trivial_classifier.h"

#include <cmath>

#include "certus/stats/normal.h"

namespace certus {

double trivial_acr(int classes, const Budget& budget) {
  return largest_radius(budget).value_or(0.0) / classes;
}

double samples_for_trivial_acr(double target, int classes, const Budget& budget) {
  const double log_phi = std::log1p(-normal_upper_tail(target * classes / budget.sigma));
  const double samples = std::floor(std::log(budget.alpha) / log_phi) + 1.0;
  if (!(samples <= 1e9)) return samples;
  // Rounding can make the quotient wrong by one, so the ACR itself decides.
  auto n = static_cast<std::int64_t>(samples);
  const auto exceeds = [&](std::int64_t votes) {
    return trivial_acr(classes, {.n = votes, .alpha = budget.alpha, .sigma = budget.sigma}) > target;
  };
  while (!exceeds(n)) ++n;
  while (n > 1 && exceeds(n - 1)) --n;
  return static_cast<double>(n);
}

}  // namespace certus
