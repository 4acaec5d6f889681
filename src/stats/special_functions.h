#pragma once

namespace certus::special {

/// The only access to Boost.Math, so that a single translation unit compiles it. Everything is evaluated in
/// long double. Nothing throws; the callers state their domains.

/// P[Bin(n, p) >= k] for 0 < k <= n, with q = 1 - p given separately; n up to 10^9.
struct Tail {
  long double value;
  long double relative_error;  ///< bound on it, as measured against 50-digit values
};
Tail binomial_upper_tail(long double k, long double n, long double p, long double q);

/// P[Beta(a, b) > p], with q = 1 - p given separately; and the p below which a share u lies,
/// with its complement.
long double beta_upper_tail(long double a, long double b, long double p, long double q);
struct BetaQuantile {
  long double p;
  long double q;
};
BetaQuantile beta_quantile(long double u, long double a, long double b);

/// P(Z > x) of the standard normal, and the x with P(Z > x) = q for q in (0, 1).
long double normal_upper_tail(long double x);
long double normal_upper_quantile(long double q);

}  // namespace certus::special
