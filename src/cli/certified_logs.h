#pragma once

#include <vector>

#include "certus/cli/arguments.h"
#include "certus/record/load_log.h"

namespace certus::cli {

/// The logs that a command compares, from its positionals and the options of log_budget_options. Refuses a
/// log given twice, prediction logs and logs whose sigma, n or alpha is unknown.
std::vector<LoadedLog> load_certified_logs(const Arguments& arguments);

}  // namespace certus::cli
