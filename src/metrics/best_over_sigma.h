#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "certus/logs/load_log.h"
#include "certus/metrics/budget_conversion.h"
#include "certus/stats/clopper_pearson.h"

namespace certus {

/// Best certified accuracy of one method over its noise levels.
struct BestOverSigma {
  struct Point {
    double radius = 0.0;
    double value = 0.0;
    double sigma = 0.0;  ///< which gave it; the smaller one of equals
    /// Of the best true value over the sigmas, which knows that the sigma was selected (interval_of_largest);
    /// empty where the budget is changed.
    std::optional<Interval> interval = {};
  };
  std::string method;  ///< method_path of its logs
  std::vector<double> sigmas;
  std::vector<Point> points;
};

/// The best of each method's sigmas at each radius. Logs of one method_path are of one method; those of one
/// sigma are its seeds, and the value of a sigma is their mean. Logs of unknown sigma are left out. Values
/// are those of certified_accuracy_at(change).
/// @param confidence  of the intervals, at each radius by itself
std::vector<BestOverSigma> best_over_sigma(std::span<const LoadedLog> logs, std::span<const double> radii,
                                           const BudgetChange& change = {}, double confidence = 0.95);

}  // namespace certus
