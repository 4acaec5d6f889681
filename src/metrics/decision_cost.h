#pragma once

#include <cstdint>
#include <vector>

#include "certus/logs/certification_log.h"
#include "certus/stats/decision_table.h"

namespace certus {

/// What deciding at radii, draw by draw, would cost and give on the images of a log.
struct DecisionCost {
  struct Radius {
    double radius = 0.0;
    double fixed_accuracy = 0.0;  ///< certified accuracy expected with all of budget.n draws for every image
    double accuracy = 0.0;        ///< expected with the decision
    double least_draws = 0.0;     ///< as that of all radii, for this radius alone
  };
  std::vector<Radius> radii;
  double mean_draws = 0.0;  ///< per image, without those that choose the class
  /// No valid rule that certifies every image at every radius at least as often takes fewer draws per image
  /// (least_draws.h, with the radius that takes most for each image).
  double least_draws = 0.0;
};

/// Exact expectations over new draws (decision_outlook.h) for images whose chosen class has p = votes / n;
/// the chosen class is that of the log. An image that abstained is counted with the largest number of votes
/// that must abstain. Its draws are then not underestimated, and it is never among the certified images.
///
/// A rounded radius counts as the middle one of the votes that print to it, as in every conversion. This is
/// an estimate, not a certificate, and neither end is the safe one: fewer votes mean fewer certified images,
/// but more draws for images beyond the radius and fewer for those below it.
///
/// @param source  the budget of the log, whose radii are those of its chosen class's votes
DecisionCost decision_cost(const CertificationLog& log, const Budget& source, const DecisionTable& table);

}  // namespace certus
