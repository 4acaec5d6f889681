#pragma once

#include <memory>

#include "certus/base/config.h"
#include "certus/train/method.h"

namespace certus {

struct SmoothAdvParams {
  enum class Attack { kPgd, kDdn, kGradientFree };
  Attack attack = Attack::kDdn;
  double radius = 0.25;  ///< l2
  std::int64_t steps = 10;
  std::int64_t warmup_epochs = 1;  ///< of the radius
  double ddn_gamma = 0.05;
};

std::unique_ptr<Method> make_smoothadv(const SmoothAdvParams& params);

/// Salman et al., "Provably robust deep learning via adversarially trained smoothed classifiers", 2019: each
/// image is perturbed against the averaged prediction of its noise copies, then trained on with the same
/// noise. The loss is the mean cross entropy of the copies, not that of the averaged prediction.
std::unique_ptr<Method> smoothadv_method(const Config& config);

}  // namespace certus
