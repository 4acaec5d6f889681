#pragma once

#include <span>
#include <vector>

#include "certus/cli/arguments.h"
#include "certus/cli/unread_logs.h"
#include "certus/logs/load_log.h"
#include "certus/metrics/budget_conversion.h"

namespace certus::cli {

/// The logs that a command sets side by side, with the options of log_budget_options. Refuses a log given
/// twice, prediction logs and logs whose sigma, n or alpha is unknown.
std::vector<LoadedLog> load_certified_logs(const Arguments& arguments, std::span<const std::string> paths);

/// The same for commands that have shared_images_option: with it all logs have the same images.
std::vector<LoadedLog> load_compared_logs(const Arguments& arguments, std::span<const std::string> paths);

/// The same for the positionals of a command; what cannot be read is left out and added to `unread`. Fails
/// when fewer than `least` logs are left.
std::vector<LoadedLog> load_readable_logs(const Arguments& arguments, std::size_t least, UnreadLogs& unread);
std::vector<std::string> paths_of(std::span<const LoadedLog> logs);

/// --shared-images, of commands that set logs side by side.
Option shared_images_option();

/// Logs that are not comparable are refused, or flagged by the sentences returned with --mixed.
std::vector<std::string> check_comparable(std::span<const LoadedLog> logs, const Arguments& arguments,
                                          const BudgetChange& change = {});

/// Adds a warning for every log whose classifier hardly looks at its images (near_constant.h) and returns
/// their paths, for JSON. `names` are those of the logs.
std::vector<std::string> near_constant_logs(std::span<const LoadedLog> logs,
                                            const std::vector<std::string>& names, Document& document);

}  // namespace certus::cli
