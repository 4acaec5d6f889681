#include "certus/stats/dataset_statement.h"

#include <cmath>

#include "certus/base/error.h"
#include "certus/stats/binomial.h"

namespace certus {

double chance_of_more_false(std::int64_t limit, std::int64_t m, double alpha) {
  return binomial_upper_tail(limit + 1, m, alpha);
}

std::int64_t most_false_certificates(std::int64_t m, double alpha, double rho) {
  CERTUS_CHECK(m >= 0 && alpha > 0.0 && alpha < 1.0 && rho > 0.0 && rho < 1.0);
  std::int64_t low = -1;  // too few
  std::int64_t high = m;
  while (low + 1 < high) {
    const std::int64_t middle = low + (high - low) / 2;
    (chance_of_more_false(middle, m, alpha) <= rho ? high : low) = middle;
  }
  return high;
}

double cohen_false_share(std::int64_t m, double alpha, double rho) {
  const double log_term = std::log(1.0 / rho) / static_cast<double>(m);
  return alpha + std::sqrt(alpha * (1.0 - alpha) * log_term) + log_term / 3.0;
}

}  // namespace certus
