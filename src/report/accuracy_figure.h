#pragma once

#include <span>
#include <string>
#include <vector>

#include "certus/logs/load_log.h"
#include "certus/metrics/budget_conversion.h"
#include "certus/report/figure.h"
#include "certus/report/method_curves.h"

namespace certus {

struct AccuracyFigureParams {
  BudgetChange change;           ///< certified accuracy at another budget, by plug-in
  std::vector<double> radii;     ///< rising; empty: so dense that steps are seen as curves
  bool best_over_sigma = false;  ///< one curve per method: the best of its sigmas at each radius
  Bands bands = Bands::kNone;    ///< exact intervals over the images, at each radius by itself
  double confidence = 0.95;      ///< of the bands
  std::string by = {};           ///< the setting that a sweep varies; empty: no sweep
};

/// Certified accuracy over the radius. A group of several seeds is one curve: their mean, with their range.
/// @param groups   of log_groups
/// @param printed  curves that are drawn as they are; each has points; not in a sweep
Figure accuracy_figure(std::span<const LoadedLog> logs, std::span<const LogGroup> groups,
                       const AccuracyFigureParams& params, std::span<const MethodCurve> printed = {});

/// The same with the groups of log_groups, without a sweep.
/// @param methods  names for the legend, one for each log; logs of one method at several sigmas have the same
Figure accuracy_figure(std::span<const LoadedLog> logs, std::span<const std::string> methods,
                       const AccuracyFigureParams& params, std::span<const MethodCurve> printed = {});

}  // namespace certus
