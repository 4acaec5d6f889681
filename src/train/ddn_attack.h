#pragma once

#include "certus/train/method.h"

namespace certus {

struct DdnParams {
  std::int64_t steps = 10;
  double gamma = 0.05;         ///< relative change of the target norm per step
  double initial_norm = 0.25;  ///< first target norm, l2
  double max_norm = 0.25;      ///< of the result, before its final rounding
};

/// Perturbations of the images (one each) against the classifier smoothed by the noise of the slice
/// (image-major): the smallest one found with which the vote of the copies is wrong, or 0 where none was
/// found or the vote is wrong anyway. Decouples direction and norm: the norm shrinks after success and grows
/// after failure. The result is in multiples of 1/255; rounding may take it slightly beyond max_norm. The
/// last iterate is not evaluated.
///
/// Rony et al., "Decoupling direction and norm for efficient gradient-based L2 adversarial attacks and
/// defenses", 2019, as SmoothAdv uses it.
at::Tensor ddn_attack(const Classifier& frozen, const Slice& slice, const DdnParams& params);

}  // namespace certus
