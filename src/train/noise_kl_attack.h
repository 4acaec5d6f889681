#pragma once

#include "certus/train/method.h"

namespace certus {

struct NoiseKlAttackParams {
  std::int64_t steps = 4;
  double radius = 1.0;  ///< l2, around the noise given; a step is 2 radius / steps long
};

/// The noise of the slice (noise-major), moved so that predictions differ most from the soft labels: ascent
/// of KL(soft label; softmax), in a ball around the noise given. After each step the entries of a copy are
/// given back the mean that they had and, up to the square of their mean, the root mean square that they had.
/// This may take them out of the ball very slightly.
///
/// Jeong, Kim and Shin, "Confidence-aware training of smoothed classifiers for certified robustness", 2023.
at::Tensor noise_kl_attack(const Classifier& frozen, const Slice& slice, const NoiseKlAttackParams& params);

}  // namespace certus
