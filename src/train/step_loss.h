#pragma once

#include "certus/base/config.h"
#include "certus/data/dataset.h"
#include "certus/recipe/step_loss.h"

namespace certus {

/// Plain cross entropy at one noise draw, which no setting of a training method touches.
StepLoss cross_entropy_under_noise();

/// The loss of the last epoch of the configuration, so that warm-ups are over and pieces that begin late are
/// active. Fails where run_training would: on settings that do not fit the method and on missing soft labels.
/// @param data  the images to which the soft labels have to belong
StepLoss last_epoch_loss(const Config& config, const Dataset& data);

}  // namespace certus
