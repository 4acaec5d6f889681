#include "certus/stats/clopper_pearson.h"

#include <cmath>

#include "certus/base/error.h"
#include "certus/stats/outward_bound.h"
#include "certus/stats/special_functions.h"

namespace certus {
namespace {

/// Solves P[Bin(n, p) >= k] = alpha for 0 < k < n by Newton's method on ln(tail) as a function of the log
/// odds, where it is concave and nearly linear, kept inside a shrinking bracket.
Root solve_lower(long double k, long double n, long double alpha) {
  const long double log_alpha = std::log(alpha);
  // d tail / dp = p^(k-1) q^(n-k) / B(k, n-k+1), and dp / d(log odds) = p q.
  const long double log_beta = std::lgamma(k) + std::lgamma(n - k + 1) - std::lgamma(n + 1);
  // Wilson's bound is the start. The bracket is as wide as the log odds of doubles can be.
  const long double z = special::normal_upper_quantile(std::fmin(alpha, 0.4999L));
  const long double share = k / n;
  const long double z2n = z * z / n;
  const long double wilson =
      (share + z2n / 2 - z * std::sqrt(share * (1 - share) / n + z2n / (4 * n))) / (1 + z2n);
  long double low = -800;
  long double high = 800;
  long double t = wilson > 0 && wilson < 1 ? std::log(wilson / (1 - wilson)) : std::log(k / (n - k + 1));
  for (int step = 0; step < 200; ++step) {
    const Root x = Root::at_log_odds(t);
    const long double tail = special::binomial_upper_tail(k, n, x.p, x.q).value;
    const long double error = std::log(tail) - log_alpha;
    (error > 0 ? high : low) = t;
    const long double log_slope = k * std::log(x.p) + (n - k + 1) * std::log(x.q) - log_beta;
    const long double slope = std::exp(log_slope) / tail;
    const long double newton = error / slope;
    // Newton's method doubles the number of correct digits with every step: after a step this small all
    // digits are correct.
    if (std::fabs(newton) <= 1e-12L * std::fmax(1.0L, std::fabs(t))) return Root::at_log_odds(t - newton);
    long double next = t - newton;
    if (!(next > low && next < high)) next = (low + high) / 2;
    t = next;
  }
  return Root::at_log_odds(low);
}

}  // namespace

Probability clopper_pearson_lower(std::int64_t successes, std::int64_t n, double alpha) {
  CERTUS_CHECK(n >= 1 && successes >= 0 && successes <= n);
  CERTUS_CHECK(alpha > 0.0 && alpha < 1.0);
  if (successes == 0) return {0.0, 1.0};
  const auto k = static_cast<long double>(successes);
  const auto total = static_cast<long double>(n);
  const long double log_root = std::log(static_cast<long double>(alpha)) / total;
  const Root root =
      successes == n ? Root{std::exp(log_root), -std::expm1(log_root)} : solve_lower(k, total, alpha);

  return outward_lower_bound(root, [&](const Root& x) {
    const special::Tail tail = special::binomial_upper_tail(k, total, x.p, x.q);
    return tail.value * (1 + tail.relative_error) > alpha;
  });
}

Probability clopper_pearson_upper(std::int64_t successes, std::int64_t n, double alpha) {
  const Probability mirrored = clopper_pearson_lower(n - successes, n, alpha);
  return {mirrored.q, mirrored.p};
}

Interval clopper_pearson_interval(std::int64_t successes, std::int64_t n, double alpha) {
  return {clopper_pearson_lower(successes, n, alpha / 2).p, clopper_pearson_upper(successes, n, alpha / 2).p};
}

}  // namespace certus
