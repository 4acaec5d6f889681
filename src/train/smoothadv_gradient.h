#pragma once

#include "certus/train/method.h"

namespace certus {

/// What the attacks of SmoothAdv have in common: one perturbation per image, shared by its noise copies.
inline constexpr CopyLayout kSmoothAdvLayout = CopyLayout::kImageMajor;

struct SmoothAdvGradient {
  at::Tensor logits;  ///< copies x images x classes, of images + perturbation + noise; a constant
  at::Tensor value;   ///< like the images
};

/// Gradient with respect to the perturbation of the loss that is attacked: with one copy the summed cross
/// entropy, with more the mean over images of the negative log likelihood of the averaged softmax.
SmoothAdvGradient smoothadv_gradient(const Classifier& frozen, const Slice& slice,
                                     const at::Tensor& perturbation);

/// Each image's gradient divided by its norm. An image whose gradient is exactly 0 gets standard normals
/// instead. These are not normalised, and each `step` of the attack has others.
at::Tensor smoothadv_direction(const at::Tensor& gradient, const StepRandom& random, std::int64_t step);

}  // namespace certus
