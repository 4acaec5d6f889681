#pragma once

#include "certus/recipe/sphere_attack_params.h"
#include "certus/study/gradient_analysis.h"

namespace certus {

/// What the sphere attack on the noise does to the first model: gradient norms before and after it, the share
/// of draws that it turns wrong, and its steps; a row for each image, and a figure over p_A. Needs libtorch.
AnalysisReport attack_report(const GradientAnalysis& analysis, const SphereAttackParams& attack);

}  // namespace certus
