#pragma once

#include <span>
#include <string>
#include <vector>

#include "certus/logs/load_log.h"
#include "certus/metrics/budget_conversion.h"

namespace certus {

/// Best certified accuracy of one method over its noise levels.
struct BestOverSigma {
  struct Point {
    double radius = 0.0;
    double value = 0.0;
    double sigma = 0.0;  ///< which gave it; the smaller one of equals
  };
  std::string method;  ///< method_path of its logs
  std::vector<double> sigmas;
  std::vector<Point> points;
};

/// The best of each method's sigmas at each radius. Logs of one method_path are of one method; those of one
/// sigma are its seeds, and the value of a sigma is their mean. Logs of unknown sigma are left out. Values
/// are those of certified_accuracy_at(change).
std::vector<BestOverSigma> best_over_sigma(std::span<const LoadedLog> logs, std::span<const double> radii,
                                           const BudgetChange& change = {});

}  // namespace certus
