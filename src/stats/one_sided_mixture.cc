#include "certus/stats/one_sided_mixture.h"

#include <cmath>
#include <limits>

#include "certus/base/error.h"
#include "certus/stats/special_functions.h"

namespace certus {
namespace {

/// Held back from ln e_n for the error of the tail of the beta distribution, whose relative error is below
/// 1e-11 up to n = 10^7 (special_functions.h). Where e_n is large the tail is close to 1.
constexpr long double kTailError = 1e-9L;

}  // namespace

// The smaller of p0 and 1 - p0 has all its digits, and defines the null hypothesis exactly.
OneSidedMixture::OneSidedMixture(Probability p0, double alpha)
    : p0_(p0.q < p0.p ? Root{1 - static_cast<long double>(p0.q), p0.q}
                      : Root{p0.p, 1 - static_cast<long double>(p0.p)}),
      log_bar_(std::nextafter(-std::log(alpha), std::numeric_limits<double>::infinity())),
      log_weight_(std::log(2 * std::asin(std::sqrt(p0_.q)))) {
  CERTUS_CHECK(alpha >= 1e-300 && alpha < 1.0);
  CERTUS_CHECK(p0.p > 0.0 && p0.q > 0.0);
}

double OneSidedMixture::log_e(std::int64_t k, std::int64_t n) const {
  CERTUS_CHECK(n >= 0 && n <= 1'000'000'000 && k >= 0 && k <= n);
  const long double votes = static_cast<long double>(k) + 0.5L;
  const long double misses = static_cast<long double>(n - k) + 0.5L;
  const long double spent =
      -static_cast<long double>(k) * std::log(p0_.p) - static_cast<long double>(n - k) * std::log(p0_.q);
  const long double terms[] = {std::lgamma(votes), std::lgamma(misses), std::lgamma(votes + misses)};
  const long double size = std::fabs(terms[0]) + std::fabs(terms[1]) + std::fabs(terms[2]) + spent;
  const long double above = special::beta_upper_tail(votes, misses, p0_.p, p0_.q);
  const long double log_e = terms[0] + terms[1] - terms[2] + spent + std::log(above) - log_weight_;
  // lgamma and log are accurate to a few units in their last place.
  const long double least = log_e - 16 * std::numeric_limits<long double>::epsilon() * size - kTailError;
  return std::nextafter(static_cast<double>(least), -std::numeric_limits<double>::infinity());
}

bool OneSidedMixture::is_proven(std::int64_t k, std::int64_t n) const {
  return log_e(k, n) >= log_bar_;
}

std::int64_t OneSidedMixture::least_count(std::int64_t n) const {
  if (!is_proven(n, n)) return n + 1;
  // At a share of p0 no p' is likelier than p0: e_n is at most 1 there.
  std::int64_t low = static_cast<std::int64_t>(std::floor(static_cast<long double>(n) * p0_.p));
  std::int64_t high = n;
  while (low + 1 < high) {
    const std::int64_t middle = low + (high - low) / 2;
    (is_proven(middle, n) ? high : low) = middle;
  }
  return high;
}

}  // namespace certus
