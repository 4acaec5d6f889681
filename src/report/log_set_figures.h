#pragma once

#include <string>
#include <vector>

#include "certus/metrics/load_curve.h"
#include "certus/metrics/log_set.h"
#include "certus/report/accuracy_figure.h"
#include "certus/report/sweep_figure.h"

namespace certus {

/// Figures of logs that are set side by side. Their notes say what there is to say of that: warnings, what
/// else differs in a sweep, and what the bands of printed curves mean.

/// A printed curve that is drawn beside logs.
struct ShownCurve {
  std::string name;
  LoadedCurve loaded;
  std::optional<Budget> target = {};  ///< where its certified accuracy is shown; set for accuracy figures
};

/// accuracy_figure of a set. Fails when a curve would be shown at another n or alpha than a log.
Figure log_set_accuracy_figure(const LogSet& set, AccuracyFigureParams params,
                               const std::vector<ShownCurve>& curves = {});

/// p_a_figure of a set.
Figure log_set_p_a_figure(const LogSet& set, Bands bands, double confidence,
                          const std::vector<ShownCurve>& curves = {});

/// sweep_figure of a set, which is a sweep.
Figure log_set_sweep_figure(const LogSet& set, const std::vector<SweepMetric>& metrics);

}  // namespace certus
