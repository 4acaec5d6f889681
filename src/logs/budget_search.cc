#include "certus/logs/budget_search.h"

#include <algorithm>
#include <cmath>

#include "certus/logs/radius_digits.h"
#include "certus/logs/radius_lattice.h"
#include "certus/stats/normal.h"

namespace certus {
namespace {

constexpr std::int64_t kUsualN[] = {100'000, 10'000, 1'000,  100,     50,      200,       500,       2'000,
                                    5'000,   20'000, 50'000, 200'000, 500'000, 1'000'000, 10'000'000};
constexpr double kUsualAlpha[] = {0.001, 0.01, 0.05,  0.0001, 0.1,     0.005,
                                  0.025, 0.02, 0.002, 0.0005, 0.00001, 0.000001};

}  // namespace

std::vector<BudgetCandidate> consistent_budgets(const LoggedRadii& radii, const BudgetSearch& search) {
  std::vector<std::int64_t> all_n(std::begin(kUsualN), std::end(kUsualN));
  std::vector<double> all_alpha(std::begin(kUsualAlpha), std::end(kUsualAlpha));
  if (search.n) all_n = {*search.n};
  if (search.alpha) all_alpha = {*search.alpha};

  std::vector<BudgetCandidate> found;  // in the order of the lists: from usual to unusual
  if (radii.empty()) return found;
  constexpr std::int64_t kPile = 5;
  const UnroundedRange top = unrounded_range(radii.largest(), radii.digits);
  for (const std::int64_t n : all_n) {
    for (const double alpha : all_alpha) {
      const Budget budget{.n = n, .alpha = alpha, .sigma = search.sigma};
      const auto cap = largest_radius(budget);
      const bool is_known =
          search.known_to_fit && search.known_to_fit->n == n && search.known_to_fit->alpha == alpha;
      if (!cap || top.low > *cap || (!is_known && unattainable_radius(radii, budget))) continue;
      const bool reaches_cap = top.contains(*cap);
      found.push_back({.n = n,
                       .alpha = alpha,
                       .reaches_cap = reaches_cap,
                       .is_sure = reaches_cap && radii.at_largest >= kPile});
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.is_sure > b.is_sure; });
  return found;
}

bool were_cut_off(LoggedRadii radii, const BudgetSearch& search) {
  if (radii.empty() || radii.digits.kind == RadiusDigits::Kind::kRoundTrip) return false;
  const auto fits = [&] {
    const auto found = consistent_budgets(radii, search);
    return !found.empty() && (found.front().is_sure || search.alpha.has_value());
  };
  if (fits()) return false;
  radii.digits.down = true;
  return fits();
}

AlphaRange alpha_of_cap(const LoggedRadii& radii, double sigma, std::int64_t n) {
  const UnroundedRange range = unrounded_range(radii.largest(), radii.digits);
  const auto alpha_at = [&](double r) {
    return std::exp(static_cast<double>(n) * std::log1p(-normal_upper_tail(r / sigma)));
  };
  return {alpha_at(range.low), alpha_at(range.high)};
}

}  // namespace certus
