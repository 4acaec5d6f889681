#include "certus/stats/randomized_clopper_pearson.h"

#include <cmath>

#include "certus/base/error.h"
#include "certus/stats/clopper_pearson.h"
#include "certus/stats/outward_bound.h"
#include "certus/stats/special_functions.h"

namespace certus {

Probability randomized_clopper_pearson_lower(std::int64_t successes, std::int64_t n, double alpha, double u) {
  CERTUS_CHECK(n >= 1 && successes >= 0 && successes <= n);
  CERTUS_CHECK(alpha > 0.0 && alpha < 1.0 && u >= 0.0 && u <= 1.0);
  if (u == 1.0) return clopper_pearson_lower(successes, n, alpha);
  if (successes == 0 && u >= alpha) return {0.0, 1.0};
  if (successes == n && u <= alpha) return {1.0, 0.0};
  const auto k = static_cast<long double>(successes);
  const auto total = static_cast<long double>(n);
  const auto weight = static_cast<long double>(u);
  // An upper bound on P(X > k) + u P(X = k).
  const auto most_tail = [&](const Root& x) {
    const special::Tail from_k =
        successes > 0 ? special::binomial_upper_tail(k, total, x.p, x.q) : special::Tail{1, 0};
    const special::Tail above_k =
        successes < n ? special::binomial_upper_tail(k + 1, total, x.p, x.q) : special::Tail{0, 0};
    return weight * from_k.value * (1 + from_k.relative_error) +
           (1 - weight) * above_k.value * (1 + above_k.relative_error);
  };
  // The root lies between the bounds of u = 1 and u = 0. Where one of these is 0 or 1, the root is a power.
  Root root{};
  if (successes == 0) {
    const long double log_q = (std::log1p(-static_cast<long double>(alpha)) - std::log1p(-weight)) / total;
    root = {-std::expm1(log_q), std::exp(log_q)};
  } else if (successes == n) {
    const long double log_p = (std::log(static_cast<long double>(alpha)) - std::log(weight)) / total;
    root = {std::exp(log_p), -std::expm1(log_p)};
  } else {
    const auto log_odds = [](Probability x) {
      return std::log(static_cast<long double>(x.p)) - std::log(static_cast<long double>(x.q));
    };
    long double low = log_odds(clopper_pearson_lower(successes, n, alpha));
    long double high = log_odds(clopper_pearson_lower(successes + 1, n, alpha));
    for (int halving = 0; halving < 64; ++halving) {
      const long double middle = (low + high) / 2;
      (most_tail(Root::at_log_odds(middle)) > alpha ? high : low) = middle;
    }
    root = Root::at_log_odds(low);
  }
  return outward_lower_bound(root, [&](const Root& x) { return most_tail(x) > alpha; });
}

namespace {

/// The value that u is raised to when every draw was a vote.
double least_uniform_without_miss(double alpha) {
  return std::fmin(1.0, 10.0 * alpha);
}

}  // namespace

std::optional<double> randomized_radius(std::int64_t k, const Budget& budget, double u) {
  if (k == budget.n) u = std::fmax(u, least_uniform_without_miss(budget.alpha));
  return radius_of_bound(randomized_clopper_pearson_lower(k, budget.n, budget.alpha, u), budget.sigma);
}

double least_randomized_claim(const Budget& budget) {
  return std::log(least_uniform_without_miss(budget.alpha) / budget.alpha) / static_cast<double>(budget.n);
}

}  // namespace certus
