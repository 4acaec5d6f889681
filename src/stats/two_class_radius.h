#pragma once

#include <cstdint>
#include <optional>

#include "certus/stats/certified_radius.h"

namespace certus {

/// Certified L2 radius from bounds on the chosen class and on every other class (Cohen et al. 2019, Theorem
/// 1): sigma/2 (Phi^-1(p_A) - Phi^-1(p_B)).
///
/// alpha is split so that nothing is spent twice: alpha/2 for the lower bound p_A of the class that fresh
/// draws chose, and alpha / (2 (classes - 1)) for the upper bound of each other class, because it is only
/// known afterwards which of them has the most votes. p_B is the largest of these upper bounds, or 1 - p_A
/// where that is smaller. Rounded down at every step. Empty (abstain) iff p_A <= p_B.
///
/// @param k          votes for the chosen class, of budget.n
/// @param runner_up  most votes of any other class
/// @param classes    at least 2; for two classes the bound is that of certified_radius with alpha/2
std::optional<double> two_class_radius(std::int64_t k, std::int64_t runner_up, int classes,
                                       const Budget& budget);

}  // namespace certus
