#pragma once

#include <memory>
#include <vector>

#include "certus/base/config.h"
#include "certus/recipe/method_settings.h"
#include "certus/train/method.h"

namespace certus {

/// A draw from Binomial(copies, confidence_b) for each image, made from `copies` uniforms each: exactly
/// `copies` at confidence 1, exactly 0 at confidence 0.
at::Tensor accepted_copies(const std::vector<double>& confidence, std::int64_t copies,
                           const StepRandom& random);

/// By image: the sum of the smallest accepted_b cross entropies, at least one, divided by the number of
/// copies, not by accepted_b.
///
/// @param cross_entropies  copies x images
at::Tensor easiest_copies_loss(const at::Tensor& cross_entropies, const at::Tensor& accepted);

/// By image: the largest KL(soft label; softmax) among its copies.
///
/// @param logits  copies x images x classes
at::Tensor worst_copy_loss(const at::Tensor& logits, const at::Tensor& soft_labels);

std::unique_ptr<Method> make_catrs(const CatRsSettings& settings);

/// Jeong, Kim and Shin, "Confidence-aware training of smoothed classifiers for certified robustness", 2023:
/// images that are hard under noise are trained on their easiest copies; easy images are also trained on
/// their worst attacked copy.
std::unique_ptr<Method> catrs_method(const Config& config);

}  // namespace certus
