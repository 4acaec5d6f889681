#pragma once

#include <optional>
#include <string>
#include <vector>

#include "certus/cli/arguments.h"
#include "certus/metrics/load_curve.h"

namespace certus::cli {

/// Whether all paths are printed curves, or none is; fails on both together, which `command` does not take.
bool are_printed_curves(const std::vector<std::string>& paths, const std::string& command);

/// The target_budget of a curve; fails, naming the options that are missing.
Budget expect_target_budget(const LoadedCurve& loaded, const Arguments& arguments,
                            const BudgetChange& change);

/// What to show of a curve, with --radii and --p.
CurveOptions curve_options(const Arguments& arguments, const std::optional<Budget>& target);

}  // namespace certus::cli
