#include "certus/cli/certified_logs.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/cli/shared_options.h"
#include "certus/metrics/comparability.h"

namespace certus::cli {

std::vector<LoadedLog> load_certified_logs(const Arguments& arguments, std::span<const std::string> paths) {
  std::vector<std::string> sorted(paths.begin(), paths.end());
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) fail(ErrorKind::kConfig, *twice, " is given twice");
  std::vector<LoadedLog> logs;
  for (const auto& path : paths) {
    logs.push_back(load_log(path, log_budget(arguments)));
    check_own_votes(logs.back().log, "a comparison");
    if (!logs.back().log.has_radii())
      fail(ErrorKind::kData, path,
           ": a prediction log has no radii to compare; certus certify makes a log that has");
    logs.back().budget();  // fails, naming what is unknown
  }
  return logs;
}

std::vector<std::string> check_comparable(std::span<const LoadedLog> logs, const Arguments& arguments,
                                          const BudgetChange& change) {
  std::vector<std::string> warnings = comparability_warnings(logs, change);
  if (!warnings.empty() && !arguments.flag("--mixed")) {
    fail(ErrorKind::kData, warnings.front(),
         "; these are not comparable: convert or cut them to the same, or insist with --mixed");
  }
  return warnings;
}

}  // namespace certus::cli
