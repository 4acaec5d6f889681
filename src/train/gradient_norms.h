#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "certus/model/graph.h"
#include "certus/recipe/gradient_study.h"
#include "certus/recipe/p_correct.h"
#include "certus/recipe/step_loss.h"

namespace certus {

/// How much an image moves the network in a step of training: the l2 norm of the gradient of its loss with
/// respect to all learned parameters. The image is alone in its step, and batch norm uses running statistics.
/// Perturbations that attacks find are constants, as in training. "Average certified radius is a poor metric
/// for randomized smoothing" (2025) compares easy and hard images by such norms.

/// The norm of every image, in the order of `images`: the mean over its draws. When first_sample is beyond
/// the draws of an estimate, the norms and the estimate are independent. Progress counts noise copies.
std::vector<double> gradient_norms(const Graph& network, const ViewSource& views,
                                   std::span<const std::int64_t> images, const StepLoss& loss,
                                   const GradientParams& params, const EstimateControl& control = {});

}  // namespace certus
