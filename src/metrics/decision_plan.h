#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "certus/logs/load_log.h"

namespace certus {

/// The budget and the radii for which deciding at radii, draw by draw, is evaluated.
struct DecisionPlanParams {
  std::int64_t n = 100'000;  ///< the most votes per image, and what every image takes without decisions
  double alpha = 0.001;
  std::int64_t n0 = 100;      ///< votes that choose the class
  std::vector<double> radii;  ///< rising
};

/// Expected cost and yield of decisions on the images of one log, beside the least cost that any rule can
/// have (DecisionCost::least_draws). Votes include n0.
struct DecisionPlan {
  struct Radius {
    double radius = 0.0;
    double fixed_accuracy = 0.0;  ///< certified accuracy with all n votes for every image
    double accuracy = 0.0;        ///< with the decision at this radius
    double mean_votes = 0.0;      ///< per image, deciding at this radius alone
    double least_votes = 0.0;     ///< per image, of any valid rule that certifies every image as often
    double lost() const { return fixed_accuracy - accuracy; }
  };
  std::string path;
  double sigma = 0.0;
  std::vector<Radius> radii;          ///< those that n votes can certify
  double mean_votes_all_radii = 0.0;  ///< per image, deciding at all of them at once
  double least_votes_all_radii = 0.0;
};

/// Fails on logs from which nothing can be planned: those whose images differ in n, or whose radii do not
/// tell the votes of the chosen class.
void check_tells_votes(const LoadedLog& loaded);

/// Exact expectations over new draws (decision_cost.h). Fails where check_tells_votes does, and when n votes
/// certify none of the radii.
DecisionPlan plan_decisions(const LoadedLog& loaded, const DecisionPlanParams& params);

}  // namespace certus
