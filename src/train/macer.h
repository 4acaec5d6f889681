#pragma once

#include <memory>

#include "certus/base/config.h"
#include "certus/recipe/method_settings.h"
#include "certus/train/method.h"

namespace certus {

/// The parts of the loss, means over all images.
struct MacerTerms {
  at::Tensor classification;  ///< -log(p_y + 1e-10), p the averaged softmax
  at::Tensor robust;  ///< sigma / 2 (margin - xi) for correct images with |xi| <= margin, without lambda
};

/// xi = Phi^-1(p1) - Phi^-1(p2), of the two largest averages of softmax(beta * logits). Images that are
/// wrong, beyond the margin or saturated (xi infinite) contribute nothing to the robust term, and have
/// no gradient there.
///
/// @param logits  copies x images x classes, at least two classes
MacerTerms macer_terms(const at::Tensor& logits, const at::Tensor& labels, double sigma,
                       const MacerSettings& settings);

/// Lambda, or 0 in the deferred epochs.
double macer_robust_weight(std::int64_t epoch, const MacerSettings& settings);

std::unique_ptr<Method> make_macer(const MacerSettings& settings);

/// Zhai et al., "MACER: attack-free and scalable robust training via maximizing certified radius", 2020.
std::unique_ptr<Method> macer_method(const Config& config);

}  // namespace certus
