#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "certus/logs/load_log.h"

namespace certus {

/// The logs of one method at one sigma, a log for each seed of training: one row of a table and one curve of
/// a figure, never rivals of each other.
struct LogGroup {
  std::string method;
  double sigma = 0.0;
  std::vector<std::size_t> members;  ///< places among the logs
  std::vector<std::string> seeds;    ///< of each member; empty text: unknown
  std::string value = {};            ///< of the setting that a sweep varies; empty without a sweep
};

/// Logs with the same name, the same sigma and, in a sweep, the same value of its setting are one group;
/// groups and members stand in the order of the logs. The seed of a log is that of run_seed (config.toml
/// beside the log, or its path). Sigmas must be known.
/// @param names   the method of each log: method_names, or what the user calls it
/// @param values  of the setting that a sweep varies, one for each log; empty: no sweep
std::vector<LogGroup> log_groups(std::span<const LoadedLog> logs, std::span<const std::string> names,
                                 std::span<const std::string> values = {});

/// "3 seeds" where the seeds of all members are known and differ, else "3 logs"; empty for a log alone.
std::string members_text(const LogGroup& group);

/// Why the members of a group are not runs of one method that differ in their seed alone, one sentence each:
/// two have the same seed, or other settings of training differ, too. Empty when nothing says so. Whether
/// budgets and images agree is checked by comparability_warnings.
std::vector<std::string> group_warnings(std::span<const LoadedLog> logs, std::span<const LogGroup> groups);

}  // namespace certus
