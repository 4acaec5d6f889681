#pragma once

#include <optional>
#include <string>
#include <vector>

#include "certus/cli/labels.h"
#include "certus/logs/load_log.h"
#include "certus/metrics/load_logs.h"
#include "certus/metrics/log_set.h"
#include "certus/metrics/shared_images.h"

namespace certus::cli {

/// Options of commands that set logs side by side.
struct LogSetOptions {
  Labels labels;
  std::optional<std::string> by;  ///< a setting of training, of commands that show a sweep
  BudgetOptions budget;
  bool mixed = false;
  bool shared_images = false;

  /// --label, --shared-images and --mixed.
  void describe_set(Parameters& p);
  /// The same, then the budget of the logs.
  void describe(Parameters& p);
  /// --by, whose help depends on the command; before describe().
  void add_by(Parameters& p, std::string help);
};

/// Without --mixed, fails on logs that are not comparable.
void check_comparable(const LogSet& set, bool mixed);

/// Logs that a command sets side by side, and the names of what it shows beside them.
struct NamedLogs {
  LogSet set;
  std::vector<std::string> beside;
};

/// Names the methods of logs (method_names, labelled_logs) and groups them. Without --mixed it refuses logs
/// that are not comparable and groups that are not seeds of one method.
/// @param beside  paths of other files that need names, as printed curves; not in a sweep
NamedLogs log_set_of(const LogSetOptions& options, std::vector<LoadedLog> logs, const BudgetChange& change,
                     const std::vector<std::string>& beside = {});

/// The same of logs that have yet to be loaded.
NamedLogs load_log_set(const LogSetOptions& options, const std::vector<std::string>& paths,
                       const BudgetChange& change, const std::vector<std::string>& beside = {});

}  // namespace certus::cli
