#include "certus/stats/binomial_test.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/stats/binomial.h"

namespace certus {

double binomial_test_half(std::int64_t k, std::int64_t n) {
  CERTUS_CHECK(n >= 0 && k >= 0 && k <= n);
  if (2 * k == n) return 1.0;
  return std::min(1.0, 2.0 * binomial_lower_tail(std::min(k, n - k), n, 0.5));
}

std::int64_t least_samples_to_predict(double alpha) {
  CERTUS_CHECK(alpha > 0.0 && alpha < 1.0);
  std::int64_t n = 1;
  while (binomial_test_half(n, n) > alpha) ++n;
  return n;
}

}  // namespace certus
