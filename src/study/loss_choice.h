#pragma once

#include <optional>
#include <string>

#include "certus/base/config.h"
#include "certus/recipe/step_loss.h"

namespace certus {

/// The loss that is differentiated for one model.
struct LossChoice {
  std::string name = "cross-entropy";   ///< or the preset, as it was given
  std::optional<Config> settings = {};  ///< of the preset; empty: plain cross entropy
};

/// What a step of training makes of an image, in one sentence.
std::string loss_sentence(const LossChoice& choice, const StepLoss& loss);

}  // namespace certus
