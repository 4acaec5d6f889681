#pragma once

#include <string>
#include <vector>

#include "certus/cli/arguments.h"
#include "certus/metrics/load_logs.h"
#include "certus/metrics/log_set.h"
#include "certus/metrics/shared_images.h"

namespace certus::cli {

/// --by KEY, of commands that show a sweep over a setting of training.
Option by_option(std::string help);

/// --shared-images, of commands that set logs side by side.
Option shared_images_option();

/// Without --mixed, fails on logs that are not comparable.
void check_comparable(const LogSet& set, const Arguments& arguments);

/// Logs that a command sets side by side, and the names of what it shows beside them.
struct NamedLogs {
  LogSet set;
  std::vector<std::string> beside;
};

/// Names the methods of logs (method_names, labelled_logs) and groups them. Without --mixed it refuses logs
/// that are not comparable and groups that are not seeds of one method. The command has label_option,
/// by_option and mixed_option.
/// @param beside  paths of other files that need names, as printed curves; not in a sweep
NamedLogs log_set_of(const Arguments& arguments, std::vector<LoadedLog> logs, const BudgetChange& change,
                     const std::vector<std::string>& beside = {});

/// The same of logs that have yet to be loaded; the command has shared_images_option and log_budget_options,
/// too.
NamedLogs load_log_set(const Arguments& arguments, const std::vector<std::string>& paths,
                       const BudgetChange& change, const std::vector<std::string>& beside = {});

}  // namespace certus::cli
