#pragma once

#include <span>
#include <string>
#include <vector>

#include "certus/metrics/budget_conversion.h"
#include "certus/record/load_log.h"

namespace certus {

/// Best certified accuracy of one method over its noise levels.
struct BestOverSigma {
  struct Point {
    double radius = 0.0;
    double value = 0.0;
    double sigma = 0.0;  ///< which gave it; the smaller one of equals
  };
  std::string method;  ///< the common path of the logs, with * for sigma
  std::vector<double> sigmas;
  std::vector<Point> points;
};

/// Groups logs by path_without_sigma and takes, per radius, the best of each group. Logs of unknown sigma are
/// left out.
/// Values are those of certified_accuracy_at(change).
std::vector<BestOverSigma> best_over_sigma(std::span<const LoadedLog> logs, std::span<const double> radii,
                                           const BudgetChange& change = {});

}  // namespace certus
