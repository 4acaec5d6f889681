#pragma once

#include <span>
#include <string>
#include <vector>

#include "certus/metrics/p_a_distribution.h"

namespace certus {

/// How two distributions of p_A, as the votes tell it, compare on [1/2, 1]. A is better than B iff P_A(p) >=
/// P_B(p) for all p there and > for some: then A certifies at least as many images at every radius and budget
/// by plug-in. In expectation over new votes, A can fall behind by at most the alpha of that budget, because
/// images with p_A below 1/2, which these curves do not show, are certified by luck at most that often.
enum class Relation { kBetter, kWorse, kEqual, kCrosses };
std::string relation_text(Relation relation);

struct PInterval {
  double from = 0.0;
  double to = 0.0;
};

struct Dominance {
  Relation relation = Relation::kEqual;
  std::vector<PInterval> a_below;  ///< where P_A < P_B, from the grid point before to the last one
  std::vector<PInterval> b_below;
  std::vector<double> crossings;  ///< points from which the other one is ahead
  double largest_lead = 0.0;      ///< max over p of P_A - P_B, as a share
  double lead_at = 0.5;
  double largest_deficit = 0.0;  ///< max over p of P_B - P_A
  double deficit_at = 0.5;
};

/// All points of [1/2, 1] where either distribution steps: comparing there compares everywhere.
std::vector<double> joint_steps(const PaDistribution& a, const PaDistribution& b);

/// The relation alone, as compare_distributions finds it on joint_steps: steps are examined only where the
/// milestones of the two do not decide who is ahead.
Relation relation_between(const PaDistribution& a, const PaDistribution& b);

/// Compares on a rising grid of p; with joint_steps the answer holds for every p in [1/2, 1].
Dominance compare_distributions(const PaDistribution& a, const PaDistribution& b,
                                std::span<const double> grid);

}  // namespace certus
