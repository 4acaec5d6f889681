#pragma once

#include <optional>
#include <vector>

#include "certus/metrics/best_over_sigma.h"
#include "certus/metrics/load_logs.h"
#include "certus/metrics/log_set.h"
#include "certus/metrics/pair_comparison.h"

namespace certus {

struct LogComparisonOptions {
  double confidence = 0.95;                   ///< of the paired tests, each
  std::optional<std::vector<double>> p = {};  ///< compare distributions there only; absent: at every step
  std::vector<double> radii = {};             ///< of best_over_sigma and changes; empty: usual_radii
  std::size_t most_bands = 100;               ///< with more pairs there are no curves of changes
};

/// Which of several models is better.
struct LogComparison {
  LogSet set;
  std::vector<PairComparison> pairs;  ///< logs of one sigma that are not seeds of one method
  std::vector<BestOverSigma> best_over_sigma;
  bool images_stopped = false;  ///< some log is an anytime record, whose pairs have no test
  double confidence = 0.95;
  std::vector<UnreadLog> unread = {};  ///< left out
};

/// Compares every pair of logs of one sigma (compare_pairs), except seeds of one method. Budgets must be
/// known. Where a pair has a test, its curves of changes have bands: with the given confidence the interval
/// of every point holds (each_of_several), for each of the two curves by itself. Reasons against comparing
/// the logs are in the set; this function refuses nothing.
LogComparison compare_logs(LogSet set, const LogComparisonOptions& options = {});

}  // namespace certus
