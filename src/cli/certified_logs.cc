#include "certus/cli/certified_logs.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/cli/shared_options.h"

namespace certus::cli {

std::vector<LoadedLog> load_certified_logs(const Arguments& arguments) {
  std::vector<std::string> sorted = arguments.positionals();
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) fail(ErrorKind::kConfig, *twice, " is given twice");
  std::vector<LoadedLog> logs;
  for (const auto& path : arguments.positionals()) {
    logs.push_back(load_log(path, log_budget(arguments)));
    if (!logs.back().log.has_radii())
      fail(ErrorKind::kData, path,
           ": a prediction log has no radii to compare; certus certify makes a log that has");
    logs.back().budget();  // fails, naming what is unknown
  }
  return logs;
}

}  // namespace certus::cli
