#pragma once

#include <span>
#include <string>
#include <vector>

#include "certus/metrics/budget_conversion.h"
#include "certus/record/load_log.h"

namespace certus {

/// Why the numbers of these logs must not stand side by side, one sentence each: another budget, other labels
/// or other images than the first log has. Empty: they may. Budgets must be known; those that are equal after
/// `change` count as equal.
std::vector<std::string> comparability_warnings(std::span<const LoadedLog> logs,
                                                const BudgetChange& change = {});

}  // namespace certus
