#pragma once

#include <span>
#include <vector>

#include "certus/cli/arguments.h"
#include "certus/metrics/budget_conversion.h"
#include "certus/record/load_log.h"

namespace certus::cli {

/// The logs that a command sets side by side, with the options of log_budget_options. Refuses a log given
/// twice, prediction logs and logs whose sigma, n or alpha is unknown.
std::vector<LoadedLog> load_certified_logs(const Arguments& arguments, std::span<const std::string> paths);

/// Logs that are not comparable are refused, or flagged by the sentences returned with --mixed.
std::vector<std::string> check_comparable(std::span<const LoadedLog> logs, const Arguments& arguments,
                                          const BudgetChange& change = {});

}  // namespace certus::cli
