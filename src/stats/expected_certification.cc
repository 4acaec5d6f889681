#include "certus/stats/expected_certification.h"

#include <algorithm>
#include <cmath>

#include "certus/base/error.h"
#include "certus/stats/binomial.h"

namespace certus {

double expected_certified_accuracy(Probability p_a, double r, const Budget& budget) {
  const auto k = k_min(r, budget);
  return k ? binomial_upper_tail(*k, budget.n, p_a) : 0.0;
}

namespace {

/// Sum over k >= first of P[Bin(n, p_a) = k] radius_of(k). Starts at the most probable count and goes outward
/// until the remaining terms cannot change the sum.
template <typename RadiusOf>
double weighted_radius(Probability p_a, std::int64_t n, std::int64_t first, RadiusOf radius_of) {
  if (p_a.p <= 0.0) return 0.0;
  if (p_a.q <= 0.0) return radius_of(n);
  const auto mode = static_cast<std::int64_t>(static_cast<double>(n + 1) * p_a.p);
  const std::int64_t start = std::clamp(mode, first, n);
  const long double odds = static_cast<long double>(p_a.p) / static_cast<long double>(p_a.q);
  const long double top = std::exp(static_cast<long double>(log_binomial_pmf(start, n, p_a)));
  constexpr long double kNegligible = 1e-24L;
  long double sum = 0;
  long double mass = top;
  for (std::int64_t k = start; k <= n && mass > kNegligible * top; ++k) {
    sum += mass * static_cast<long double>(radius_of(k));
    mass *= odds * static_cast<long double>(n - k) / static_cast<long double>(k + 1);
  }
  mass = top;
  for (std::int64_t k = start; k > first && mass > kNegligible * top; --k) {
    mass *= static_cast<long double>(k) / (odds * static_cast<long double>(n - k + 1));
    sum += mass * static_cast<long double>(radius_of(k - 1));
  }
  return static_cast<double>(sum);
}

}  // namespace

double expected_radius(Probability p_a, const Budget& budget) {
  CERTUS_CHECK(budget.n <= 10'000'000);
  const auto first = k_min(0.0, budget);
  if (!first) return 0.0;
  return weighted_radius(p_a, budget.n, *first, [&](std::int64_t k) { return *certified_radius(k, budget); });
}

double expected_radius(Probability p_a, const Budget& budget, std::int64_t first,
                       std::span<const double> radius) {
  return weighted_radius(p_a, budget.n, first,
                         [&](std::int64_t k) { return radius[static_cast<std::size_t>(k)]; });
}

double plug_in_radius(double p_a, const Budget& budget) {
  const auto k = static_cast<std::int64_t>(std::floor(p_a * static_cast<double>(budget.n) + 0.5));
  return certified_radius(std::clamp<std::int64_t>(k, 0, budget.n), budget).value_or(0.0);
}

}  // namespace certus
