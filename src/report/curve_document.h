#pragma once

#include <string>

#include "certus/metrics/load_curve.h"
#include "certus/report/document.h"

namespace certus {

/// What a printed curve tells, with the bounds that its digits and its grid leave open: certified accuracy at
/// the target budget, where there is one, and P(p_A >= p).
/// @param name  of the curve, for people
Document curve_document(const LoadedCurve& loaded, const CurveEvaluation& found, const std::string& name);

}  // namespace certus
