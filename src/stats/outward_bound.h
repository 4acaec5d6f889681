#pragma once

#include <cmath>
#include <limits>

#include "certus/stats/probability.h"

namespace certus {

/// A proportion and its complement in long double, as a solver finds them.
struct Root {
  long double p;
  long double q;

  static Root at_log_odds(long double t) {
    const long double e = std::exp(-std::fabs(t));
    return t < 0 ? Root{e / (1 + e), 1 / (1 + e)} : Root{1 / (1 + e), e / (1 + e)};
  }
};

/// The safe lower bound that belongs to a root: p and q are each rounded outward, then the guarantee is
/// checked at exactly the doubles that are returned, and the bound is stepped down until it holds.
/// `breaks_promise` takes a Root and assumes the worst case for its own error. The step size doubles, so that
/// a coarse check ends soon as well.
template <typename BreaksPromise>
Probability outward_lower_bound(const Root& root, const BreaksPromise& breaks_promise) {
  const auto round_down = [](long double x) {
    const auto near = static_cast<double>(x);
    return near > x ? std::nextafter(near, -std::numeric_limits<double>::infinity()) : near;
  };
  Probability bound{round_down(root.p), -round_down(-root.q)};
  const auto p_of = [](double p) { return Root{p, 1 - static_cast<long double>(p)}; };
  const auto q_of = [](double q) { return Root{1 - static_cast<long double>(q), q}; };
  for (double step = 0x1p-53; bound.p > 0.0 && breaks_promise(p_of(bound.p)); step *= 2) {
    bound.p = std::nextafter(bound.p * (1 - step), 0.0);
  }
  for (double step = 0x1p-53; bound.q < 1.0 && breaks_promise(q_of(bound.q)); step *= 2) {
    bound.q = std::fmin(1.0, std::nextafter(bound.q * (1 + step), 1.0));
  }
  return bound;
}

}  // namespace certus
