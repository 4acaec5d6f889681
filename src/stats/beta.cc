#include "certus/stats/beta.h"

#include "certus/stats/special_functions.h"

namespace certus {

Probability beta_quantile(double u, double a, double b) {
  const special::BetaQuantile quantile = special::beta_quantile(u, a, b);
  return {static_cast<double>(quantile.p), static_cast<double>(quantile.q)};
}

double beta_upper_tail(Probability p, double a, double b) {
  return static_cast<double>(special::beta_upper_tail(a, b, p.p, p.q));
}

}  // namespace certus
