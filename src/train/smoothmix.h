#pragma once

#include <memory>

#include "certus/base/config.h"
#include "certus/recipe/method_settings.h"
#include "certus/train/method.h"

namespace certus {

/// The ends of the path on which images are mixed.
struct SmoothMixPath {
  at::Tensor start;  ///< the image, or a point near it; takes the place of the image
  at::Tensor end;    ///< unrestricted adversarial example of the smoothed classifier
};

/// When mix_step is 0, or is not reached by `steps`, the start is the image itself.
SmoothMixPath smoothmix_attack(const Classifier& frozen, const Slice& slice,
                               const SmoothMixSettings& settings);

/// Mean over copies and images of KL(t; softmax(mixed_logits)), t = (1 - u) p + u / classes, of the images
/// that p classifies correctly; the others count as 0. p carries gradients.
///
/// @param p             averaged softmax at the start of the path, images x classes
/// @param u             by image: how far along the path, in [0, 1/2)
/// @param mixed_logits  copies x images x classes
at::Tensor smoothmix_term(const at::Tensor& p, const at::Tensor& labels, const at::Tensor& u,
                          const at::Tensor& mixed_logits);

/// u of every image of a slice: uniform in [0, 1/2).
at::Tensor smoothmix_shares(const Slice& slice);

std::unique_ptr<Method> make_smoothmix(const SmoothMixSettings& settings);

/// Jeong et al., "SmoothMix: training confidence-calibrated smoothed classifiers for certified robustness",
/// 2021: along the way to an adversarial example, predictions have to turn towards the uniform one.
std::unique_ptr<Method> smoothmix_method(const Config& config);

}  // namespace certus
