#pragma once

#include <memory>

#include "certus/base/config.h"
#include "certus/recipe/method_settings.h"
#include "certus/train/method.h"

namespace certus {

/// Mean over images of -sum_c p_c log q_c, p and q the softmax of clean and noisy logits (images x classes).
/// Gradients flow through both; the least value is the entropy of p, not 0.
at::Tensor stability_term(const at::Tensor& clean_logits, const at::Tensor& noisy_logits);

std::unique_ptr<Method> make_stability(const StabilitySettings& settings);

/// Li, Chen, Wang and Carin, "Certified adversarial robustness with additive noise", 2019: cross entropy of
/// the clean image, plus cross entropy between its prediction and that of one noisy copy.
std::unique_ptr<Method> stability_method(const Config& config);

}  // namespace certus
