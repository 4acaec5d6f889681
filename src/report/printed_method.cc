#include "certus/report/printed_method.h"

#include "certus/base/error.h"

namespace certus {
namespace {

std::vector<double> dense_radii(const Budget& target) {
  constexpr int kPoints = 400;
  const double largest = largest_radius(target).value_or(0.0);
  std::vector<double> radii{0.0};
  for (int i = 1; i < kPoints; ++i) radii.push_back(largest * i / (kPoints - 1));
  return radii;
}

}  // namespace

MethodCurve printed_p_a(const CurveInversion& inversion, std::string method, std::optional<double> sigma) {
  MethodCurve curve{.method = std::move(method), .sigma = sigma, .points = {}, .bands = Bands::kDrawn};
  for (const double p : inversion.known_points()) curve.points.push_back(inversion.share_at_least(p));
  return curve;
}

MethodCurve printed_accuracy(const CurveInversion& inversion, std::string method, const Budget& target,
                             std::span<const double> radii) {
  const std::vector<double> dense = radii.empty() ? dense_radii(target) : std::vector<double>{};
  return {.method = std::move(method),
          .sigma = target.sigma,
          .points = inversion.convert(target, radii.empty() ? std::span<const double>(dense) : radii),
          .bands = Bands::kDrawn};
}

}  // namespace certus
