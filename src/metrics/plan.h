#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "certus/stats/certified_radius.h"

namespace certus {

/// What is to be certified.
struct PlanParams {
  Budget budget;
  std::int64_t n0 = 100;
  std::int64_t images = 10'000;
  double rho = 0.001;                       ///< failure probability of the data-set-wide statement
  std::vector<double> radii;                ///< radii one wants to certify
  std::optional<double> images_per_second;  ///< forward passes per second of the machine at hand
};

/// What a budget can and cannot do, known before the first forward pass.
struct Plan {
  struct Target {
    double radius = 0.0;
    std::optional<std::int64_t> least_n;      ///< with which any image can reach it; empty: no n in reach
    std::optional<std::int64_t> least_votes;  ///< of the planned n; empty: the planned n cannot reach it
    std::optional<double> p_for_half;         ///< p_A whose images reach it with probability 1/2
  };
  std::optional<double> largest_radius;  ///< empty: every image will abstain
  std::int64_t least_n_to_certify = 0;   ///< anything, at this alpha
  std::int64_t least_n_to_predict = 0;
  std::int64_t most_false_certificates = 0;
  double cohen_false_share = 0.0;
  double forward_passes = 0.0;
  std::optional<double> seconds;
  std::vector<Target> targets;
};

Plan make_plan(const PlanParams& params);

}  // namespace certus
