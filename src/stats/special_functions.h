#pragma once

namespace certus::special {

/// The only door to Boost.Math: one unit compiles it. Evaluated in long double; nothing throws, the callers state
/// their domains.

/// P[Bin(n, p) >= k] for 0 < k <= n, with q = 1 - p known by itself; n up to 10^9.
struct Tail {
  long double value;
  long double relative_error;  ///< bound on it, as measured against 50-digit values
};
Tail binomial_upper_tail(long double k, long double n, long double p, long double q);

/// P(Z > x) of the standard normal, and the x with P(Z > x) = q for q in (0, 1).
long double normal_upper_tail(long double x);
long double normal_upper_quantile(long double q);

}  // namespace certus::special
