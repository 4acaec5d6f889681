#pragma once

#include <string>
#include <vector>

#include "certus/cli/arguments.h"
#include "certus/logs/load_log.h"
#include "certus/metrics/budget_conversion.h"
#include "certus/metrics/log_groups.h"

namespace certus::cli {

/// --by KEY, of commands that show a sweep over a setting of training.
Option by_option(std::string help);

/// Logs that a command sets side by side, and which of them are the seeds of one method.
struct LogSet {
  std::vector<LoadedLog> logs;
  std::vector<LogGroup> groups;       ///< with the values of --by, where that is given
  std::string by;                     ///< the setting that a sweep varies; empty: no sweep
  std::vector<std::string> warnings;  ///< why they should not stand side by side, with --mixed
  std::vector<std::string> notes;     ///< what else there is to say: what differs between the runs of a sweep
  std::vector<std::string> beside;    ///< names of what is shown beside the logs
};

/// Names the methods of logs (method_names, labelled_logs) and groups them. Without --mixed it refuses logs
/// that are not comparable and groups that are not seeds of one method. The command has label_option,
/// by_option, mixed_option and log_budget_options.
/// @param beside  paths of other files that need names, as printed curves; not in a sweep
LogSet log_set_of(const Arguments& arguments, std::vector<LoadedLog> logs, const BudgetChange& change,
                  const std::vector<std::string>& beside = {});

/// The same of logs that have yet to be loaded (load_compared_logs); the command has shared_images_option,
/// too.
LogSet load_log_set(const Arguments& arguments, const std::vector<std::string>& paths,
                    const BudgetChange& change, const std::vector<std::string>& beside = {});

}  // namespace certus::cli
