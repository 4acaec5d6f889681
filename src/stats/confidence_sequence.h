#pragma once

#include <cstdint>

#include "certus/stats/probability.h"

namespace certus {

/// Bounds on the probability p of a vote that hold after every draw at once.
///
/// With probability at least 1 - alpha over an endless sequence of draws, lower(k, n) <= p <= upper(k, n) for
/// all n, where k is the number of votes among the first n draws. So one may look at any time, stop for any
/// reason, and continue later: alpha is spent once, for both ends and all looks.
///
/// Derivation. For a prior Pi on [0, 1],
///   e_n(p) = integral of p'^k (1-p')^(n-k) dPi(p') / (p^k (1-p)^(n-k))
/// is a nonnegative martingale under p with mean 1, because each p' contributes a likelihood ratio. Ville's
/// inequality: P(e_n(p) >= 1/alpha for some n) <= alpha. Hence {p : e_n(p) < 1/alpha} contains the true p at
/// all n with probability >= 1 - alpha; -ln of the denominator is convex in p, so this set is an interval
/// around k / n, and its ends are the bounds. With Pi = Beta(a, b) the numerator is B(k + a, n - k + b) /
/// B(a, b) (Ville 1939; Robbins 1970; Howard, Ramdas, McAuliffe and Sekhon 2021, for smoothing Voracek 2024).
///
/// Why all p < p0 are covered when p0 is rejected: p0 is rejected from above when p0 < lower <= p. That is a
/// statement about the whole interval and not about p0 alone, so no other process is needed for the null
/// hypothesis "p <= p0".
///
/// Safe side: ends are rounded outward, and e_n is evaluated at the returned doubles, assuming the worst case
/// for the error of its evaluation.
class ConfidenceSequence {
 public:
  /// Jeffreys' prior by default: it stays within a factor of about 2 sqrt(n) of the best likelihood ratio at
  /// every p, including p near 1.
  struct Prior {
    double a = 0.5;
    double b = 0.5;
  };

  /// @param alpha  in [1e-300, 1)
  explicit ConfidenceSequence(double alpha) : ConfidenceSequence(alpha, Prior{}) {}
  ConfidenceSequence(double alpha, Prior prior);

  /// Ends of the interval after k votes in n draws, n in [0, 10^9]; [0, 1] before the first draw.
  Probability lower(std::int64_t k, std::int64_t n) const;
  Probability upper(std::int64_t k, std::int64_t n) const;

  /// On which side of p0 the whole interval lies, found without solving for its ends.
  enum class Side { kUndecided, kAbove, kBelow };
  Side side_of(Probability p0, std::int64_t k, std::int64_t n) const;

  /// The smallest k for which n draws put the interval above p0; n + 1 if there is none.
  std::int64_t least_count_above(Probability p0, std::int64_t n) const;

  double alpha() const { return alpha_; }

 private:
  double alpha_;
  Prior prior_;
};

}  // namespace certus
