#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "certus/base/config.h"
#include "certus/data/dataset.h"
#include "certus/train/estimate_table.h"
#include "certus/train/sphere_attack_params.h"

namespace certus {

class Method;

/// The loss that training gives an image in a step: that of the method, for a slice that holds this image
/// alone, with its noise copies, and with the sphere attack on the noise where training has it.
struct StepLoss {
  std::shared_ptr<const Method> method;
  std::int64_t copies = 1;                   ///< noise copies in a step
  std::int64_t epoch = 0;                    ///< counted from 0: warm-ups and delayed terms depend on it
  std::optional<SphereAttackParams> attack;  ///< on the noise
  std::shared_ptr<const EstimateTable> soft_labels;  ///< where the method needs them; rows by image number
};

/// Plain cross entropy at one noise draw, which no setting of a training method touches.
StepLoss cross_entropy_under_noise();

/// As the last epoch of the configuration has it, so that warm-ups are over and pieces that begin late act.
/// Fails where run_training would: on settings that do not fit the method and on missing soft labels.
/// @param data  the images that soft labels have to be of
StepLoss last_epoch_loss(const Config& config, const Dataset& data);

}  // namespace certus
