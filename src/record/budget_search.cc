#include "certus/record/budget_search.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "certus/record/radius_lattice.h"
#include "certus/stats/normal.h"

namespace certus {
namespace {

constexpr std::int64_t kUsualN[] = {100'000, 10'000, 1'000,  100,     50,      200,       500,       2'000,
                                    5'000,   20'000, 50'000, 200'000, 500'000, 1'000'000, 10'000'000};
constexpr double kUsualAlpha[] = {0.001, 0.01, 0.05,  0.0001, 0.1,     0.005,
                                  0.025, 0.02, 0.002, 0.0005, 0.00001, 0.000001};

}  // namespace

std::vector<BudgetCandidate> consistent_budgets(const std::vector<double>& descending, RadiusDigits digits,
                                                const BudgetSearch& search) {
  std::vector<std::int64_t> all_n(std::begin(kUsualN), std::end(kUsualN));
  std::vector<double> all_alpha(std::begin(kUsualAlpha), std::end(kUsualAlpha));
  if (search.n) all_n = {*search.n};
  if (search.alpha) all_alpha = {*search.alpha};

  std::vector<BudgetCandidate> found;
  if (descending.empty()) return found;
  const double top = descending.front();
  const UnroundedRange top_range = unrounded_range(top, digits);
  for (const std::int64_t n : all_n) {
    for (const double alpha : all_alpha) {
      const Budget budget{.n = n, .alpha = alpha, .sigma = search.sigma};
      const auto cap = largest_radius(budget);
      if (!cap || top_range.low > *cap || unattainable_radius(descending, digits, budget)) continue;
      found.push_back({.n = n, .alpha = alpha, .reaches_cap = top_range.contains(*cap)});
    }
  }
  const auto rank = [](const BudgetCandidate& c) {
    const bool habit = c.n == 100'000 && c.alpha == 0.001;
    return std::tuple(!c.reaches_cap, !habit, -c.n, -c.alpha);
  };
  std::stable_sort(found.begin(), found.end(),
                   [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  return found;
}

AlphaRange alpha_of_cap(double radius, RadiusDigits digits, double sigma, std::int64_t n) {
  const UnroundedRange range = unrounded_range(radius, digits);
  const auto alpha_at = [&](double r) {
    return std::exp(static_cast<double>(n) * std::log1p(-normal_upper_tail(r / sigma)));
  };
  return {alpha_at(range.low), alpha_at(range.high)};
}

}  // namespace certus
