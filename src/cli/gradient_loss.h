#pragma once

#include <optional>
#include <string>
#include <vector>

#include "certus/base/config.h"
#include "certus/cli/arguments.h"
#include "certus/recipe/step_loss.h"

namespace certus::cli {

/// The loss that analyze gradnorm differentiates for one model.
struct LossChoice {
  std::string name = "cross-entropy";   ///< or the preset, as it was given
  std::optional<Config> settings = {};  ///< of the preset; empty: plain cross entropy
};

/// --loss, --method and --set.
std::vector<Option> loss_options();

/// Fails when loss options are given to a command that has no use for them.
void refuse_loss_options(const Arguments& arguments);

/// One for each model. Fails when the options contradict each other, or when there are neither as many
/// methods as models nor one for all.
std::vector<LossChoice> loss_choices(const Arguments& arguments, std::size_t models);

/// The noise level of --sigma and of all presets, which have to agree.
double sigma_of(const Arguments& arguments, const std::vector<LossChoice>& choices);

/// What a step of training makes of an image, in one sentence.
std::string loss_sentence(const LossChoice& choice, const StepLoss& loss);

}  // namespace certus::cli
