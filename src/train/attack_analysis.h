#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "certus/train/gradient_norms.h"
#include "certus/train/sphere_attack_params.h"

namespace certus {

/// What the sphere attack does to images that the network finds easy or hard.

struct AttackAnalysisParams {
  GradientParams gradient;    ///< noise that is attacked
  SphereAttackParams attack;  ///< of one copy: no gradient is divided
};

/// Of one image, over its noise draws.
struct AttackOutcome {
  std::int64_t draws = 0;
  std::int64_t wrong_before = 0;  ///< draws misclassified from the start; the attack leaves them as they are
  std::int64_t wrong_after = 0;   ///< draws misclassified after it, those included
  std::int64_t steps = 0;         ///< taken over all draws that were classified correctly at first
  double norm_before = 0.0;       ///< mean norm of the gradient of the cross entropy at the noise drawn
  double norm_after = 0.0;        ///< and at the noise that the attack made of it
};

/// The outcome of every image, in the order of `images`. "After" looks at the last point itself, which the
/// attack does not.
std::vector<AttackOutcome> analyse_attack(const Graph& network, const ViewSource& views,
                                          std::span<const std::int64_t> images,
                                          const AttackAnalysisParams& params,
                                          const EstimateControl& control = {});

}  // namespace certus
