#include "certus/stats/special_functions.h"

#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>

namespace certus::special {
namespace {

namespace policies = boost::math::policies;
// The continued fraction of the beta function takes about sqrt(n) terms: ten million terms are enough for n =
// 10^9 and more.
using Policy = policies::policy<
    policies::domain_error<policies::ignore_error>, policies::pole_error<policies::ignore_error>,
    policies::overflow_error<policies::ignore_error>, policies::evaluation_error<policies::ignore_error>,
    policies::max_series_iterations<10'000'000>>;
constexpr long double kSqrt2 = 1.41421356237309504880168872420969807857L;

}  // namespace

Tail binomial_upper_tail(long double k, long double n, long double p, long double q) {
  if (q < 0.5L && n - k < 64) {
    // Few failures: the sum of their masses is accurate to the last digits, where the beta function is not.
    long double mass = std::exp(n * std::log1p(-q));
    long double sum = mass;
    const int most_failures = static_cast<int>(n - k);
    for (int failures = 1; failures <= most_failures; ++failures) {
      mass *= q / p * (n - failures + 1) / failures;
      sum += mass;
    }
    return {sum, 3e-16L};
  }
  // I_p(a, b) = 1 - I_q(b, a): computed from the side whose probability has all its digits.
  const long double value =
      p < q ? boost::math::ibeta(k, n - k + 1, p, Policy()) : boost::math::ibetac(n - k + 1, k, q, Policy());
  return {value, 3e-16L + 2e-19L * std::fmin(k, n - k)};
}

long double beta_upper_tail(long double a, long double b, long double p, long double q) {
  return p < q ? boost::math::ibetac(a, b, p, Policy()) : boost::math::ibeta(b, a, q, Policy());
}

BetaQuantile beta_quantile(long double u, long double a, long double b) {
  long double q = 0;
  const long double p = boost::math::ibeta_inv(a, b, u, &q, Policy());
  return {p, q};
}

long double normal_upper_tail(long double x) {
  return boost::math::erfc(x / kSqrt2, Policy()) / 2;
}

long double normal_upper_quantile(long double q) {
  return kSqrt2 * boost::math::erfc_inv(2 * q, Policy());
}

}  // namespace certus::special
