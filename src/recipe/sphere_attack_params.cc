#include "certus/recipe/sphere_attack_params.h"

#include "certus/base/error.h"

namespace certus {

SphereAttackParams sphere_attack_of(const Config& config) {
  return {.steps = config.integer("sphere_attack.steps"),
          .step_size = config.real("sphere_attack.step_size"),
          .norm = sphere_norm_of(config.text("sphere_attack.norm")),
          .copies = config.integer("noise.copies")};
}

SphereAttackParams::Norm sphere_norm_of(const std::string& name) {
  CERTUS_CHECK(name == "l2" || name == "linf");
  return name == "l2" ? SphereAttackParams::Norm::kL2 : SphereAttackParams::Norm::kLinf;
}

}  // namespace certus
