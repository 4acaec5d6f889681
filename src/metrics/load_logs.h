#pragma once

#include <span>
#include <string>
#include <vector>

#include "certus/base/error.h"
#include "certus/logs/load_log.h"

namespace certus {

/// A log that could not be read, and why.
struct UnreadLog {
  std::string path;
  Error error;
};

/// The logs that could be read, in the order of their paths, and those that could not.
struct ReadLogs {
  std::vector<LoadedLog> logs;
  std::vector<UnreadLog> unread;
};

/// Loads every log that can be read (load_log). Fails with the first error when fewer than `least` are left.
ReadLogs load_readable_logs(std::span<const std::string> paths, const BudgetOptions& budget = {},
                            std::size_t least = 1);

/// Loads logs that are to be compared. Fails on the first that cannot be read, on one given twice, on
/// prediction logs, on records whose votes are those of another network, and on logs whose sigma, n or alpha
/// is unknown.
std::vector<LoadedLog> load_certified_logs(std::span<const std::string> paths,
                                           const BudgetOptions& budget = {});

/// The same, but logs that cannot be read or compared are left out. Fails with the first error when fewer
/// than `least` are left.
ReadLogs load_readable_certified_logs(std::span<const std::string> paths, const BudgetOptions& budget = {},
                                      std::size_t least = 1);

/// Fails with the first error, and the number of the others, when fewer than `least` logs are left.
void check_left(std::span<const UnreadLog> unread, std::size_t left, std::size_t least);

std::vector<std::string> paths_of(std::span<const LoadedLog> logs);

}  // namespace certus
