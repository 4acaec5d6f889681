#include "certus/stats/normal.h"

#include <limits>

#include "certus/stats/special_functions.h"

namespace certus {
namespace {
constexpr double kInfinity = std::numeric_limits<double>::infinity();
}  // namespace

double normal_upper_tail(double x) {
  if (x == kInfinity) return 0.0;
  if (x == -kInfinity) return 1.0;
  // The relative error of the tail is x^2 times that of its argument: long double keeps it below 1e-16.
  return static_cast<double>(special::normal_upper_tail(x));
}

double normal_cdf(double x) {
  return normal_upper_tail(-x);
}

Probability normal_probability(double x) {
  return {normal_cdf(x), normal_upper_tail(x)};
}

double normal_upper_quantile(double q) {
  if (q <= 0.0) return kInfinity;
  if (q >= 1.0) return -kInfinity;
  return static_cast<double>(special::normal_upper_quantile(q));
}

double normal_quantile(double p) {
  return -normal_upper_quantile(p);
}

double normal_quantile(Probability probability) {
  return probability.p < probability.q ? normal_quantile(probability.p)
                                       : normal_upper_quantile(probability.q);
}

}  // namespace certus
