#pragma once

#include <memory>

#include "certus/base/config.h"
#include "certus/recipe/method_settings.h"
#include "certus/train/method.h"

namespace certus {

std::unique_ptr<Method> make_smoothadv(const SmoothAdvSettings& settings);

/// Salman et al., "Provably robust deep learning via adversarially trained smoothed classifiers", 2019: each
/// image is perturbed against the averaged prediction of its noise copies, then trained on with the same
/// noise. The loss is the mean cross entropy of the copies, not that of the averaged prediction.
std::unique_ptr<Method> smoothadv_method(const Config& config);

}  // namespace certus
