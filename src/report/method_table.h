#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "certus/logs/load_log.h"
#include "certus/metrics/budget_conversion.h"
#include "certus/metrics/log_groups.h"
#include "certus/report/document.h"

namespace certus {

struct MethodTableParams {
  BudgetChange change;                  ///< values at another budget, by plug-in
  std::vector<double> radii;            ///< columns of certified accuracy
  std::vector<double> p;                ///< columns of P(p_A >= p)
  std::optional<std::string> baseline;  ///< method that no other should be worse than
  std::string by = {};                  ///< the setting that a sweep varies: a column; empty: no sweep
};

/// The main table of papers: a row for each method, grouped by sigma, with ACR and certified accuracy at
/// radii. A method with several seeds has one row, of means with their standard deviations. In a sweep a
/// method has a row for each value of the setting, by rising value. Within each sigma the best and the second
/// best value of a column are marked, and every value that is worse than the baseline; values (means) are
/// compared as they are shown, equal values get the same mark, and a value that certifies nothing is neither
/// best nor second best. Fails when no log is of the baseline.
/// @param groups  of log_groups: which logs are the seeds of one row
Document method_table(std::span<const LoadedLog> logs, std::span<const LogGroup> groups,
                      const MethodTableParams& params);

/// The same with the groups of log_groups, without a sweep.
/// @param methods  names, one for each log
Document method_table(std::span<const LoadedLog> logs, std::span<const std::string> methods,
                      const MethodTableParams& params);

/// Marks of a column's values as they are shown; empty values and zeros get none.
/// @param baseline  place of the value that others may be worse than
std::vector<Marks> marks_of(std::span<const double> shown, std::optional<std::size_t> baseline);

}  // namespace certus
