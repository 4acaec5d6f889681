#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "certus/train/gradient_norms.h"

namespace certus {

/// What the sphere attack does to images that the network finds easy or hard.

struct AttackAnalysisParams {
  GradientParams gradient;  ///< noise that is attacked
  std::int64_t steps = 4;   ///< of the attack, at most
  double step_size = 0.25;  ///< l2 length of a step before it is pulled back to the sphere
};

/// Of one image, over its noise draws.
struct AttackOutcome {
  std::int64_t draws = 0;
  std::int64_t wrong_before = 0;  ///< draws misclassified from the start; the attack leaves them as they are
  std::int64_t wrong_after = 0;   ///< draws misclassified after it, those included
  std::int64_t steps = 0;         ///< taken over all draws that were classified correctly at first
  double norm_before = 0.0;       ///< mean gradient norm at the noise drawn
  double norm_after = 0.0;        ///< and at the noise that the attack made of it
};

/// The outcome of every image, in the order of `images`. "After" looks at the last point itself, which the
/// attack does not.
std::vector<AttackOutcome> analyse_attack(const Graph& network, const ViewSource& views,
                                          std::span<const std::int64_t> images,
                                          const AttackAnalysisParams& params,
                                          const EstimateControl& control = {});

}  // namespace certus
