#pragma once

#include <string>
#include <vector>

#include "certus/logs/load_log.h"
#include "certus/metrics/budget_conversion.h"
#include "certus/metrics/log_groups.h"

namespace certus {

/// Logs that are set side by side, and which of them are the seeds of one method.
struct LogSet {
  std::vector<LoadedLog> logs;
  std::vector<LogGroup> groups;           ///< in a sweep with its values, by rising value
  std::string by;                         ///< the setting that a sweep varies; empty: no sweep
  std::vector<std::string> incomparable;  ///< why logs must not stand side by side; empty: they may
  std::vector<std::string> unlike_seeds;  ///< why groups are not the seeds of one method; empty: they are
  std::vector<std::string> notes;         ///< what else differs between the runs of a sweep

  std::vector<std::string> warnings() const;  ///< incomparable, then unlike_seeds
};

/// Groups logs by method and sigma (log_groups) and finds what speaks against comparing them
/// (comparability_warnings, group_warnings). It refuses nothing: the caller decides. Sigmas must be known.
/// @param methods  the name of each log's method; method_names, or swept_method_names in a sweep
/// @param change   the budget that all logs are shown at
/// @param by       the setting that a sweep varies; empty: no sweep. Fails where a log does not tell it.
LogSet make_log_set(std::vector<LoadedLog> logs, const std::vector<std::string>& methods,
                    const BudgetChange& change = {}, const std::string& by = "");

/// method_names of paths without the folder that names a value of the setting `by`.
std::vector<std::string> swept_method_names(const std::vector<std::string>& paths, const std::string& by);

}  // namespace certus
