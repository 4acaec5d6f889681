#pragma once

#include <vector>

#include "certus/study/gradient_analysis.h"
#include "certus/study/loss_choice.h"

namespace certus {

/// The norm of the gradient of each image's loss, for each model: means of easy and of hard images, a row for
/// each image, and a figure over p_A. Needs libtorch.
/// @param losses  one for each model: plain cross entropy for all of them, or training methods for all
AnalysisReport gradnorm_report(const GradientAnalysis& analysis, const std::vector<LossChoice>& losses);

}  // namespace certus
