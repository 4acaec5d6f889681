#pragma once

#include <span>
#include <string>
#include <vector>

#include "certus/logs/load_log.h"
#include "certus/metrics/log_groups.h"
#include "certus/report/figure.h"

namespace certus {

/// A number of a log that a sweep shows.
struct SweepMetric {
  enum class Kind { kAcr, kAccuracy, kPa };
  Kind kind = Kind::kAcr;
  double at = 0.0;  ///< the radius, or the p

  /// "acr", "accuracy:0.5" or "p_a:0.9"; fails on anything else.
  static SweepMetric parse(const std::string& text);
};

/// Metrics over the values of a training setting: a panel for each metric, a line for each method and
/// sigma, with error bars from the lowest to the highest of several seeds. Values that are not numbers
/// stand side by side.
/// @param groups   of log_groups with the values of the setting
/// @param by       the setting, for the axis
Figure sweep_figure(std::span<const LoadedLog> logs, std::span<const LogGroup> groups, const std::string& by,
                    const std::vector<SweepMetric>& metrics);

}  // namespace certus
