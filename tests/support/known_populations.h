#pragma once

#include "certus/stats/beta.h"
#include "certus/stats/normal.h"

namespace certus::test {

/// Populations of known truth: p_A from a uniform u, and the exact certified accuracy by quadrature over u.
struct KnownPopulation {
  const char* name;
  Probability (*quantile)(double u);
};

inline Probability beta_8_2(double u) {
  return beta_quantile(u, 8.0, 2.0);
}
inline Probability beta_half(double u) {
  return beta_quantile(u, 0.5, 0.3);
}
inline Probability like_cifar(double u) {
  // Phi^-1(p_A) is a mixture of three normals: hard images, ordinary ones, and those that hardly ever fail.
  if (u < 0.40) return normal_probability(-0.8 + 0.8 * normal_quantile(u / 0.40));
  if (u < 0.75) return normal_probability(1.0 + 0.8 * normal_quantile((u - 0.40) / 0.35));
  return normal_probability(3.5 + normal_quantile((u - 0.75) / 0.25));
}
inline Probability constant_09(double) {
  return Probability::from_p(0.9);
}

}  // namespace certus::test
