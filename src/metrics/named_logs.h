#pragma once

#include <optional>
#include <string>
#include <vector>

#include "certus/metrics/labels.h"
#include "certus/metrics/log_set.h"

namespace certus {

/// How logs are set side by side.
struct LogSetOptions {
  Labels labels;
  std::optional<std::string> by;  ///< a setting of training, of which the logs are a sweep
  BudgetOptions budget;
  bool mixed = false;          ///< also logs of different budgets or images, with a warning
  bool shared_images = false;  ///< cut every log to the images that all of them have

  /// What is asked of a set, without the budget of its logs.
  void describe_set(Parameters& p);
  /// The same, then the budget of the logs.
  void describe(Parameters& p);
  /// The setting of a sweep, whose help depends on who asks.
  void describe_by(Parameters& p, const std::string& help);
};

/// Fails on logs that are not comparable, unless they may be mixed.
void check_comparable(const LogSet& set, bool mixed);

/// Logs that stand side by side, and the names of what is shown beside them.
struct NamedLogs {
  LogSet set;
  std::vector<std::string> beside;
};

/// Names the methods of logs (method_names, Labels) and groups them. Unless they may be mixed, it refuses
/// logs that are not comparable and groups that are not seeds of one method.
/// @param beside  paths of other files that need names, as printed curves; not in a sweep
NamedLogs name_logs(const LogSetOptions& options, std::vector<LoadedLog> logs, const BudgetChange& change,
                    const std::vector<std::string>& beside = {});

/// The same of logs that have yet to be loaded.
NamedLogs load_named_logs(const LogSetOptions& options, const std::vector<std::string>& paths,
                          const BudgetChange& change, const std::vector<std::string>& beside = {});

}  // namespace certus
