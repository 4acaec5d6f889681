#include "certus/recipe/sphere_attack_params.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/recipe/train_settings.h"

namespace certus {

using Norm = SphereAttackParams::Norm;

SphereAttackParams sphere_attack_of(const Config& config) {
  const auto attack = config.read<SphereAttackSettings>();
  return {.steps = attack.steps,
          .step_size = attack.step_size,
          .norm = attack.norm,
          .copies = config.read<NoiseSettings>().copies};
}

const std::vector<std::pair<std::string, Norm>>& sphere_norms() {
  static const std::vector<std::pair<std::string, Norm>> norms{{"l2", Norm::kL2}, {"linf", Norm::kLinf}};
  return norms;
}

std::string sphere_norm_name(Norm norm) {
  return std::ranges::find(sphere_norms(), norm, &std::pair<std::string, Norm>::second)->first;
}

Norm sphere_norm_of(const std::string& name) {
  const auto found = std::ranges::find(sphere_norms(), name, &std::pair<std::string, Norm>::first);
  CERTUS_CHECK(found != sphere_norms().end());
  return found->second;
}

}  // namespace certus
