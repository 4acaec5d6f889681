#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "certus/model/graph.h"
#include "certus/recipe/gradient_study.h"
#include "certus/recipe/p_correct.h"

namespace certus {

/// What the sphere attack does to images that the network finds easy or hard.

/// The outcome of every image, in the order of `images`. The values "after" are those of the last point
/// itself, which the attack does not look at.
std::vector<AttackOutcome> analyse_attack(const Graph& network, const ViewSource& views,
                                          std::span<const std::int64_t> images,
                                          const AttackAnalysisParams& params,
                                          const EstimateControl& control = {});

}  // namespace certus
