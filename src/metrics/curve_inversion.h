#pragma once

#include <span>
#include <vector>

#include "certus/logs/printed_curve.h"
#include "certus/metrics/estimate.h"
#include "certus/stats/certified_radius.h"

namespace certus {

/// What a printed curve tells about the distribution of p_A. An accuracy at radius r says what share of
/// images has at least k_min(r) / n of the votes; a curve of P(p_A >= p) says it directly. Between printed
/// points only the order is known. All bounds below hold as far as the printed numbers do; the value between
/// bounds is interpolated, linearly in Phi^-1(p).
class CurveInversion {
 public:
  /// From certified accuracy, which was certified with this budget. Radii the budget cannot certify are left
  /// out: their accuracy is 0 whatever the model.
  CurveInversion(const PrintedCurve& curve, const Budget& budget);

  /// From P(p_A >= p), which needs no budget.
  explicit CurveInversion(const PrintedCurve& curve);

  /// P(p_A >= p), with the bounds that the grid of radii and the printed digits leave open. Outside the
  /// printed radii there is nothing to interpolate: the value is NaN, the bounds hold.
  Estimate share_at_least(double p) const;

  /// Certified accuracy at another budget, by plug-in: P(p_A >= k* / N') with the same kind of bounds.
  std::vector<Estimate> convert(const Budget& target, std::span<const double> radii) const;

  /// Shares of votes at which the printed curve is informative.
  std::vector<double> known_points() const;

 private:
  struct Known {
    double p = 0.5;
    double share = 0.0;
    double half_unit = 0.0;
  };
  std::vector<Known> known_;  ///< by rising p
};

}  // namespace certus
