#pragma once

#include <cstdint>

#include "certus/recipe/sphere_attack_params.h"

namespace certus {

/// The parameters of a study of gradients, and its results (train/gradient_norms.h, train/attack_analysis.h).

struct GradientParams {
  double sigma = 0.5;
  std::int64_t draws = 1;          ///< steps whose norms are averaged, each with noise of its own
  std::uint64_t seed = 0;          ///< of the noise
  std::uint64_t first_sample = 0;  ///< noise is drawn from here on in the image's stream
  int workers = 1;                 ///< number of threads; it changes nothing but the time
};

struct AttackAnalysisParams {
  GradientParams gradient;    ///< the noise that is attacked
  SphereAttackParams attack;  ///< for one copy: no gradient is divided
};

/// The outcome for one image, over its noise draws.
struct AttackOutcome {
  std::int64_t draws = 0;
  std::int64_t wrong_before = 0;  ///< draws misclassified from the start; the attack leaves them as they are
  std::int64_t wrong_after = 0;   ///< draws misclassified after it, those included
  std::int64_t steps = 0;         ///< taken over all draws that were classified correctly at first
  double norm_before = 0.0;       ///< mean norm of the gradient of the cross entropy at the noise drawn
  double norm_after = 0.0;        ///< the same at the noise that the attack made of it
};

}  // namespace certus
