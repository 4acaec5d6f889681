#include "certus/stats/binomial_test.h"

#include <algorithm>
#include <cmath>

#include "certus/base/error.h"
#include "certus/stats/binomial.h"
#include "certus/stats/normal.h"

namespace certus {
namespace {

constexpr std::int64_t kUnknown = -2;

}  // namespace

double binomial_test_half(std::int64_t k, std::int64_t n) {
  CERTUS_CHECK(n >= 0 && k >= 0 && k <= n);
  if (2 * k == n) return 1.0;
  return std::min(1.0, 2.0 * binomial_lower_tail(std::min(k, n - k), n, 0.5));
}

SignTest::SignTest(double level) : level_(level), quantile_(normal_upper_quantile(level / 2.0)) {
  CERTUS_CHECK(level > 0.0 && level < 1.0);
}

/// The largest k <= n / 2 that is rejected, or -1 if none is. The p-value increases with k up to n / 2.
std::int64_t SignTest::largest_rejected(std::int64_t n) const {
  const auto is_rejected = [&](std::int64_t k) { return binomial_test_half(k, n) <= level_; };
  const auto draws = static_cast<double>(n);
  auto k = static_cast<std::int64_t>(std::max(0.0, (draws - quantile_ * std::sqrt(draws)) / 2.0));
  while (k >= 0 && !is_rejected(k)) --k;
  while (2 * (k + 1) <= n && is_rejected(k + 1)) ++k;
  return k;
}

bool SignTest::rejects(std::int64_t k, std::int64_t n) {
  CERTUS_CHECK(n >= 0 && k >= 0 && k <= n);
  constexpr std::int64_t kLargestTable = 1 << 20;
  if (n > kLargestTable) return binomial_test_half(k, n) <= level_;
  const auto place = static_cast<std::size_t>(n);
  if (place >= rejected_.size()) rejected_.resize(place + 1, kUnknown);
  if (rejected_[place] == kUnknown) rejected_[place] = largest_rejected(n);
  return std::min(k, n - k) <= rejected_[place];
}

}  // namespace certus
