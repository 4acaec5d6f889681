#pragma once

namespace certus {

/// A probability stored together with its complement: q = 1 - p is kept beside p, so that neither loses
/// digits where it is small. At n = 10^9 votes a certified p_A is 1 - 7e-9: stored as a single double, its
/// radius would be wrong by 1e-9.
struct Probability {
  double p = 0.0;
  double q = 1.0;

  static Probability from_p(double p) { return {p, 1.0 - p}; }
};

}  // namespace certus
