#include "certus/stats/least_draws.h"

#include <algorithm>
#include <cmath>

#include "certus/base/error.h"

namespace certus {
namespace {

/// x ln(x / y), 0 at x = 0.
long double term(long double x, long double y) {
  return x > 0 ? x * std::log(x / y) : 0;
}

}  // namespace

double least_mean_draws(Probability p, Probability p0, double power, double alpha) {
  CERTUS_CHECK(alpha > 0.0 && alpha < 1.0 && p0.p > 0.0 && p0.q > 0.0);
  if (power <= alpha || p.q >= p0.q) return 0.0;
  const long double claimed = std::min(1.0, power);
  const long double apart = term(p.p, p0.p) + term(p.q, p0.q);
  return static_cast<double>((term(claimed, alpha) + term(1 - claimed, 1 - static_cast<long double>(alpha))) /
                             apart);
}

}  // namespace certus
