#include "certus/cli/certified_logs.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/cli/shared_options.h"
#include "certus/logs/near_constant.h"
#include "certus/metrics/comparability.h"
#include "certus/metrics/shared_images.h"

namespace certus::cli {

namespace {

void check_distinct(std::span<const std::string> paths) {
  std::vector<std::string> sorted(paths.begin(), paths.end());
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) fail(ErrorKind::kConfig, *twice, " is given twice");
}

LoadedLog load_certified_log(const Arguments& arguments, const std::string& path) {
  LoadedLog loaded = load_log(path, log_budget(arguments));
  check_own_votes(loaded.log, "a comparison");
  if (!loaded.log.has_radii())
    fail(ErrorKind::kData, path,
         ": a prediction log has no radii to compare; certus certify makes a log that has");
  loaded.budget();  // fails, naming what is unknown
  return loaded;
}

}  // namespace

std::vector<LoadedLog> load_certified_logs(const Arguments& arguments, std::span<const std::string> paths) {
  check_distinct(paths);
  std::vector<LoadedLog> logs;
  for (const auto& path : paths) logs.push_back(load_certified_log(arguments, path));
  return logs;
}

std::vector<LoadedLog> load_readable_logs(const Arguments& arguments, std::size_t least, UnreadLogs& unread) {
  check_distinct(arguments.positionals());
  std::vector<LoadedLog> logs;
  for (const auto& path : arguments.positionals()) {
    try {
      logs.push_back(load_certified_log(arguments, path));
    } catch (const Error& error) {
      unread.add(path, error);
    }
  }
  unread.check_left(logs.size(), least);
  if (arguments.flag("--shared-images")) keep_shared_images(logs);
  return logs;
}

std::vector<std::string> paths_of(std::span<const LoadedLog> logs) {
  std::vector<std::string> paths;
  for (const LoadedLog& loaded : logs) paths.push_back(loaded.log.path);
  return paths;
}

std::vector<LoadedLog> load_compared_logs(const Arguments& arguments, std::span<const std::string> paths) {
  std::vector<LoadedLog> logs = load_certified_logs(arguments, paths);
  if (arguments.flag("--shared-images")) keep_shared_images(logs);
  return logs;
}

std::vector<std::string> check_comparable(std::span<const LoadedLog> logs, const Arguments& arguments,
                                          const BudgetChange& change) {
  std::vector<std::string> warnings = comparability_warnings(logs, change);
  if (!warnings.empty() && !arguments.flag("--mixed")) {
    fail(ErrorKind::kData, warnings.front(),
         "; these are not comparable: convert them to one budget, cut them to the images that all have with "
         "--shared-images, or insist with --mixed");
  }
  return warnings;
}

Option shared_images_option() {
  return {.name = "--shared-images",
          .kind = Option::Kind::kFlag,
          .help = "cut every log to the images that all of them have, by index and label"};
}

std::vector<std::string> near_constant_logs(std::span<const LoadedLog> logs,
                                            const std::vector<std::string>& names, Document& document) {
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const auto found = near_constant(logs[i].log);
    if (!found) continue;
    paths.push_back(logs[i].log.path);
    document.add(join_text("WARNING: ", names[i], ": ", near_constant_text(*found)));
  }
  return paths;
}

}  // namespace certus::cli
