#include "certus/stats/winner_test.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/stats/binomial.h"

namespace certus {

double winner_p_value(std::int64_t first, std::int64_t second) {
  CERTUS_CHECK(first >= 0 && second >= 0);
  if (first <= second) return 1.0;
  constexpr double kUp = 1 + 1e-12;  // the tail is more accurate than that
  const double tail = binomial_upper_tail(first, first + second, Probability::from_p(0.5)) * kUp;
  return std::min(1.0, tail / (1 - tail));
}

std::int64_t least_samples_to_predict(double alpha) {
  CERTUS_CHECK(alpha > 0.0 && alpha < 1.0);
  std::int64_t n = 1;
  while (winner_p_value(n, 0) > alpha) ++n;
  return n;
}

}  // namespace certus
