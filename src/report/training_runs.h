#pragma once

#include <string>
#include <vector>

#include "certus/report/training_curves.h"

namespace certus {

/// A name per run: that of its folder, or, where runs are seeds or their folders are called alike, the name
/// of the method (method_names), with sigma where there are several.
/// @param paths  of the train.csv of each run
std::vector<std::string> run_names(const std::vector<TrainingCurve>& runs,
                                   const std::vector<std::string>& paths);

/// training_figure of the runs that have an epoch; notes name the others. Fails when none has one, and when
/// the runs have more names than a figure can tell apart.
/// @param paths  of the train.csv of each run
Figure training_runs_figure(std::vector<TrainingCurve> runs, const std::vector<std::string>& paths);

}  // namespace certus
