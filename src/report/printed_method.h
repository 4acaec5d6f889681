#pragma once

#include <span>
#include <string>

#include "certus/metrics/curve_inversion.h"
#include "certus/report/method_curves.h"

namespace certus {

/// A printed curve as a figure draws it, with a band for what its digits and its grid leave open.

/// P(p_A >= p) at the points that the curve gives.
MethodCurve printed_p_a(const CurveInversion& inversion, std::string method, std::optional<double> sigma);

/// Certified accuracy at the target budget, by plug-in.
/// @param radii  rising; empty: so many that steps look like curves
MethodCurve printed_accuracy(const CurveInversion& inversion, std::string method, const Budget& target,
                             std::span<const double> radii = {});

}  // namespace certus
