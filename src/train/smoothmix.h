#pragma once

#include <memory>

#include "certus/base/config.h"
#include "certus/train/method.h"

namespace certus {

struct SmoothMixParams {
  std::int64_t steps = 8;
  double step_size = 1.0;           ///< l2 length
  std::int64_t mix_step = 0;        ///< steps after which the point of the attack replaces the image
  double eta = 1.0;                 ///< weight of the mixed images
  std::int64_t warmup_epochs = 10;  ///< of eta and of the way to the point of mix_step
  double radius = 0.0;              ///< of the whole attack around the image, l2; 0: none
};

/// The ends of the path on which images are mixed.
struct SmoothMixPath {
  at::Tensor start;  ///< the image, or a point near it; takes the place of the image
  at::Tensor end;    ///< unrestricted adversarial example of the smoothed classifier
};

/// When mix_step is 0, or is not reached by `steps`, the start is the image itself.
SmoothMixPath smoothmix_attack(const Classifier& frozen, const Slice& slice, const SmoothMixParams& params);

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

std::unique_ptr<Method> make_smoothmix(const SmoothMixParams& params);

/// Jeong et al., "SmoothMix: training confidence-calibrated smoothed classifiers for certified robustness",
/// 2021: along the way to an adversarial example, predictions have to turn towards the uniform one.
std::unique_ptr<Method> smoothmix_method(const Config& config);

}  // namespace certus
