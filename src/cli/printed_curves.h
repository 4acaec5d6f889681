#pragma once

#include <string>
#include <vector>

#include "certus/metrics/load_curve.h"

namespace certus::cli {

/// Whether all paths are printed curves, or none is; fails on both together, which `command` does not take.
bool are_printed_curves(const std::vector<std::string>& paths, const std::string& command);

/// The target_budget of a curve; fails, naming the options that are missing.
Budget expect_target_budget(const LoadedCurve& loaded, const BudgetOptions& given,
                            const BudgetChange& change);

}  // namespace certus::cli
