#pragma once

#include <memory>

#include "certus/base/config.h"
#include "certus/recipe/method_settings.h"
#include "certus/train/method.h"

namespace certus {

/// Mean over images of the regulariser: KL is the mean over copies of KL(p_bar; p_j), H the entropy of p_bar,
/// p_bar the average of the copies' softmax p_j; p_bar carries gradients.
///
/// @param logits  copies x images x classes
at::Tensor consistency_term(const at::Tensor& logits, const ConsistencySettings& settings);

/// Images moved up the loss of the smoothed classifier, within `radius` and [0, 1]: 2 radius / T per step.
at::Tensor consistency_attack(const Classifier& frozen, const Slice& slice, double radius,
                              std::int64_t steps);

std::unique_ptr<Method> make_consistency(const ConsistencySettings& settings);

/// Jeong and Shin, "Consistency regularization for certified robustness of smoothed classifiers", 2020: cross
/// entropy under noise, plus disagreement among the noise copies; optionally of attacked images.
std::unique_ptr<Method> consistency_method(const Config& config);

}  // namespace certus
