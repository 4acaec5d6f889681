#pragma once

#include <span>
#include <string>
#include <vector>

#include "certus/logs/load_log.h"
#include "certus/metrics/budget_conversion.h"

namespace certus {

/// Why the numbers of these logs must not stand side by side, one sentence each: another budget, another rule
/// for when an image has enough votes, other labels or other images than in the first log. Empty: they may.
/// Budgets must be known; those that are equal after `change` count as equal, and so do rules, because a
/// converted log has the same number of votes for every image.
std::vector<std::string> comparability_warnings(std::span<const LoadedLog> logs,
                                                const BudgetChange& change = {});

}  // namespace certus
