#pragma once

#include <optional>
#include <vector>

#include "certus/logs/load_log.h"
#include "certus/metrics/budget_conversion.h"

namespace certus {

struct LogConversionOptions {
  BudgetChange change;                          ///< which parts of the log's budget are replaced
  std::optional<ConversionMethod> method = {};  ///< absent: all that the log allows
  std::vector<double> radii = {};               ///< rising; empty: usual_radii of the target
  double confidence = 0.95;                     ///< of the intervals over the images
};

/// What one method of conversion gives.
struct MethodConversion {
  Conversion conversion;
  std::optional<double> acr;          ///< at the target; see convert_acr
  std::optional<AcrRange> acr_range;  ///< what rounded radii leave open of it
};

/// A log at another budget.
struct LogConversion {
  Budget source;
  Budget target;
  std::vector<double> radii;
  double confidence = 0.95;
  std::vector<MethodConversion> methods;
};

/// Certified accuracy and ACR that the model of a log would show at another budget, without inference. Fails
/// on prediction logs, on logs of unknown budget and on records whose votes are those of another network;
/// and when predictive or guaranteed is asked for and images stopped because of their votes, for which they
/// are not meant.
LogConversion convert_log(const LoadedLog& loaded, const LogConversionOptions& options);

}  // namespace certus
