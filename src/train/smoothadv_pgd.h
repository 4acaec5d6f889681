#pragma once

#include "certus/train/method.h"

namespace certus {

struct SmoothAdvPgdParams {
  enum class Gradient {
    kExact,
    kFree,  ///< Stein's estimate from the noise, no backward pass; more than one copy
  };
  std::int64_t steps = 10;
  double radius = 0.25;  ///< l2; a step is 2 radius / steps long
  Gradient gradient = Gradient::kExact;
};

/// Perturbations of the images (one each) against the classifier smoothed by the noise of the slice
/// (image-major): gradient ascent from 0, projected first into the box [0, 1], then into the ball. Scaling a
/// perturbation towards 0 keeps the image in the box, so that both constraints hold.
at::Tensor smoothadv_pgd(const Classifier& frozen, const Slice& slice, const SmoothAdvPgdParams& params);

}  // namespace certus
