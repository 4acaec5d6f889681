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

/// The same for commands that have shared_images_option: with it all logs have the same images.
std::vector<LoadedLog> load_compared_logs(const Arguments& arguments, std::span<const std::string> paths);

/// --shared-images, of commands that set logs side by side.
Option shared_images_option();

/// Logs that are not comparable are refused, or flagged by the sentences returned with --mixed.
std::vector<std::string> check_comparable(std::span<const LoadedLog> logs, const Arguments& arguments,
                                          const BudgetChange& change = {});

/// --label METHOD=TEXT, and names with the texts given for them. Fails on a label for nobody, on an
/// empty one and on one that another name has.
Option label_option();
std::vector<std::string> labelled(const Arguments& arguments, std::vector<std::string> names);

}  // namespace certus::cli
