#pragma once

#include <vector>

#include "certus/cli/arguments.h"
#include "certus/study/loss_choice.h"

namespace certus::cli {

/// --loss, --method and --set.
std::vector<Option> loss_options();

/// Fails when loss options are given to a command that has no use for them.
void refuse_loss_options(const Arguments& arguments);

/// One for each model. Fails when the options contradict each other, or when there are neither as many
/// methods as models nor one for all.
std::vector<LossChoice> loss_choices(const Arguments& arguments, std::size_t models);

/// The noise level of --sigma and of all presets, which have to agree.
double sigma_of(const Arguments& arguments, const std::vector<LossChoice>& choices);

}  // namespace certus::cli
