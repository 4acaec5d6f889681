#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "certus/base/config.h"

namespace certus {

struct SphereAttackParams {
  enum class Norm { kL2, kLinf };
  std::int64_t steps = 1;
  /// l2 length of a step before it is pulled back to the sphere; with kLinf each pixel moves by
  /// step_size / sqrt(d), so that the length is the same.
  double step_size = 0.25;
  Norm norm = Norm::kL2;
  std::int64_t copies = 1;  ///< noise copies per image; gradients are divided by it
};

/// From [sphere_attack] and noise.copies.
SphereAttackParams sphere_attack_of(const Config& config);

/// All norms with their names, "l2" and "linf".
const std::vector<std::pair<std::string, SphereAttackParams::Norm>>& sphere_norms();
std::string sphere_norm_name(SphereAttackParams::Norm norm);
SphereAttackParams::Norm sphere_norm_of(const std::string& name);

}  // namespace certus
