#pragma once

#include <span>
#include <string>

#include "certus/logs/load_log.h"
#include "certus/metrics/budget_conversion.h"

namespace certus {

/// "n = 100, alpha = 0.01, converted by plug-in from n = 100,000, alpha = 0.001": the budgets that logs are
/// shown at, for captions. The sentence says where more votes than a log has are extrapolated, and how
/// rounded radii are read.
std::string budgets_sentence(std::span<const LoadedLog> logs, const BudgetChange& change);

}  // namespace certus
