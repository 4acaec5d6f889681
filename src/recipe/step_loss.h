#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "certus/recipe/estimate_table.h"
#include "certus/recipe/sphere_attack_params.h"

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

}  // namespace certus
