#include "certus/metrics/curve_inversion.h"

#include <algorithm>
#include <limits>

#include "certus/base/error.h"
#include "certus/stats/normal.h"

namespace certus {

CurveInversion::CurveInversion(const PrintedCurve& curve, const Budget& budget) {
  CERTUS_CHECK(curve.kind == PrintedCurve::Kind::kAccuracy);
  for (const auto& point : curve.points) {
    const auto k = k_min(point.at, budget);
    if (!k) {
      if (point.share > point.half_unit) {
        fail(ErrorKind::kData, "accuracy ", point.share, " at radius ", point.at, ", but n = ", budget.n,
             ", alpha = ", budget.alpha, ", sigma = ", budget.sigma, " can certify at most ",
             largest_radius(budget).value_or(0.0), "; another budget, or best over several sigmas?");
      }
      continue;
    }
    const double p = static_cast<double>(*k) / static_cast<double>(budget.n);
    if (!known_.empty() && known_.back().p == p) continue;  // the same count: nothing new
    known_.push_back({p, point.share, point.half_unit});
  }
  if (known_.empty()) fail(ErrorKind::kData, "no radius of the curve can be certified with the given budget");
}

CurveInversion::CurveInversion(const PrintedCurve& curve) {
  CERTUS_CHECK(curve.kind == PrintedCurve::Kind::kPa);
  for (const auto& point : curve.points) known_.push_back({point.at, point.share, point.half_unit});
}

Estimate CurveInversion::share_at_least(double p) const {
  // Files have 0.8360000000000001 for 0.836: closer than any two shares of votes are to each other.
  constexpr double kSame = 1e-12;
  const auto next = std::lower_bound(known_.begin(), known_.end(), p - kSame,
                                     [](const Known& k, double x) { return k.p < x; });
  const bool has_next = next != known_.end();
  if (has_next && next->p <= p + kSame) {
    return {p, next->share, std::max(0.0, next->share - next->half_unit),
            std::min(1.0, next->share + next->half_unit)};
  }
  const bool has_before = next != known_.begin();
  const Known before = has_before ? *(next - 1) : Known{.p = 0.0, .share = 1.0};
  const Known after = has_next ? *next : Known{.p = 1.0, .share = 0.0};
  Estimate estimate{.at = p,
                    .value = 0.0,
                    .lower = std::max(0.0, after.share - after.half_unit),
                    .upper = std::min(1.0, before.share + before.half_unit)};
  if (has_before && has_next && before.p > 0.0 && after.p < 1.0) {
    const double z0 = normal_quantile(before.p);
    const double z1 = normal_quantile(after.p);
    const double t = (normal_quantile(p) - z0) / (z1 - z0);
    estimate.value = before.share + t * (after.share - before.share);
  } else {
    estimate.value = std::numeric_limits<double>::quiet_NaN();  // nothing but the bounds is known here
  }
  return estimate;
}

std::vector<Estimate> CurveInversion::convert(const Budget& target, std::span<const double> radii) const {
  std::vector<Estimate> out;
  for (const double radius : radii) {
    const auto k = k_min(radius, target);
    Estimate estimate{radius, 0.0, 0.0, 0.0};
    if (k) {
      estimate = share_at_least(static_cast<double>(*k) / static_cast<double>(target.n));
      estimate.at = radius;
    }
    out.push_back(estimate);
  }
  return out;
}

std::vector<double> CurveInversion::known_points() const {
  std::vector<double> points;
  for (const Known& known : known_) points.push_back(known.p);
  return points;
}

}  // namespace certus
