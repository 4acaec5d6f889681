#include "certus/stats/binomial.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "certus/base/error.h"
#include "certus/stats/normal.h"
#include "certus/stats/special_functions.h"

namespace certus {
namespace {

/// ln of the binomial coefficient.
long double log_choose(std::int64_t n, std::int64_t k) {
  return std::lgamma(static_cast<long double>(n) + 1) - std::lgamma(static_cast<long double>(k) + 1) -
         std::lgamma(static_cast<long double>(n - k) + 1);
}

}  // namespace

double binomial_upper_tail(std::int64_t k, std::int64_t n, Probability p) {
  CERTUS_CHECK(n >= 0);
  if (k <= 0) return 1.0;
  if (k > n) return 0.0;
  if (p.p <= 0.0) return 0.0;
  if (p.q <= 0.0) return 1.0;
  return static_cast<double>(
      special::binomial_upper_tail(static_cast<long double>(k), static_cast<long double>(n), p.p, p.q).value);
}

double saturating_upper_tail(std::int64_t k, std::int64_t n, Probability p) {
  const double mean = static_cast<double>(n) * p.p;
  const double far = 12.0 * std::sqrt(mean * p.q) + 60.0;
  const double distance = static_cast<double>(k) - mean;
  if (distance > far) return 0.0;
  if (distance < -far) return 1.0;
  return binomial_upper_tail(k, n, p);
}

double binomial_lower_tail(std::int64_t k, std::int64_t n, Probability p) {
  return binomial_upper_tail(n - k, n, {p.q, p.p});
}

double log_binomial_pmf(std::int64_t k, std::int64_t n, Probability p) {
  if (k < 0 || k > n) return -std::numeric_limits<double>::infinity();
  const auto log_of = [](double x, double complement) {
    return x < 0.5 ? std::log(static_cast<long double>(x))
                   : std::log1p(-static_cast<long double>(complement));
  };
  long double log_pmf = log_choose(n, k);
  if (k > 0) log_pmf += static_cast<long double>(k) * log_of(p.p, p.q);
  if (k < n) log_pmf += static_cast<long double>(n - k) * log_of(p.q, p.p);
  return static_cast<double>(log_pmf);
}

double binomial_pmf(std::int64_t k, std::int64_t n, Probability p) {
  return std::exp(log_binomial_pmf(k, n, p));
}

std::int64_t binomial_quantile(double u, std::int64_t n, Probability p) {
  CERTUS_CHECK(u >= 0.0 && u < 1.0);
  if (p.p <= 0.0) return 0;
  if (p.q <= 0.0) return n;
  const double mean = static_cast<double>(n) * p.p;
  const double deviation = std::sqrt(mean * p.q);
  const double z = u > 0.0 ? std::clamp(normal_quantile(u), -40.0, 40.0) : -40.0;
  const double skew = (p.q - p.p) / 6.0 * (z * z - 1.0);  // Cornish-Fisher, to start close to the answer
  auto k = static_cast<std::int64_t>(std::clamp(mean + deviation * z + skew, 0.0, static_cast<double>(n)));
  // Evaluates one tail, then walks to the exact answer with the recurrence of the mass function.
  long double cdf = binomial_lower_tail(k, n, p);
  long double mass = std::exp(static_cast<long double>(log_binomial_pmf(k, n, p)));
  const long double odds = static_cast<long double>(p.p) / static_cast<long double>(p.q);
  if (cdf < u) {
    while (cdf < u && k < n) {
      mass *= odds * static_cast<long double>(n - k) / static_cast<long double>(k + 1);
      ++k;
      cdf += mass;
    }
    return k;
  }
  while (k > 0 && cdf - mass >= u) {
    cdf -= mass;
    mass *= static_cast<long double>(k) / (odds * static_cast<long double>(n - k + 1));
    --k;
  }
  return k;
}

double hypergeometric_upper_tail(std::int64_t k, std::int64_t population, std::int64_t marked,
                                 std::int64_t draws) {
  CERTUS_CHECK(marked >= 0 && marked <= population && draws >= 0 && draws <= population);
  const std::int64_t low = std::max<std::int64_t>(0, draws - (population - marked));
  const std::int64_t high = std::min(marked, draws);
  if (k <= low) return 1.0;
  if (k > high) return 0.0;
  const auto log_mass = [&](std::int64_t j) {
    return log_choose(marked, j) + log_choose(population - marked, draws - j) - log_choose(population, draws);
  };
  // From j to j + 1 the mass changes by this factor.
  const auto ratio = [&](std::int64_t j) {
    return static_cast<long double>(marked - j) * static_cast<long double>(draws - j) /
           (static_cast<long double>(j + 1) * static_cast<long double>(population - marked - draws + j + 1));
  };
  // Sum the side of k that lies in the tail, outward from k, until further terms no longer matter.
  const auto mode = static_cast<std::int64_t>((static_cast<long double>(draws) + 1) *
                                              (static_cast<long double>(marked) + 1) /
                                              (static_cast<long double>(population) + 2));
  constexpr long double kNegligible = 1e-20L;
  long double sum = 0;
  if (k > mode) {
    long double mass = std::exp(log_mass(k));
    for (std::int64_t j = k; j <= high && mass > kNegligible * sum; ++j) {
      sum += mass;
      mass *= ratio(j);
    }
    return static_cast<double>(sum);
  }
  long double mass = std::exp(log_mass(k - 1));
  for (std::int64_t j = k - 1; j >= low && mass > kNegligible * sum; --j) {
    sum += mass;
    if (j > low) mass /= ratio(j - 1);
  }
  return static_cast<double>(1 - sum);
}

}  // namespace certus
