#include "certus/metrics/load_logs.h"

#include <algorithm>

namespace certus {
namespace {

void check_distinct(std::span<const std::string> paths) {
  std::vector<std::string> sorted(paths.begin(), paths.end());
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) fail(ErrorKind::kConfig, *twice, " is given twice");
}

LoadedLog load_certified_log(const std::string& path, const BudgetOptions& budget) {
  LoadedLog loaded = load_log(path, budget);
  if (!loaded.log.has_radii())
    fail(ErrorKind::kData, Remedy{"certify"}, path, ": a prediction log has no radii to compare");
  loaded.budget();  // fails, naming what is unknown
  return loaded;
}

template <typename Load>
ReadLogs load_each(std::span<const std::string> paths, std::size_t least, Load load) {
  ReadLogs read;
  for (const std::string& path : paths) {
    try {
      read.logs.push_back(load(path));
    } catch (const Error& error) {
      read.unread.push_back({path, error});
    }
  }
  check_left(read.unread, read.logs.size(), least);
  return read;
}

}  // namespace

ReadLogs load_readable_logs(std::span<const std::string> paths, const BudgetOptions& budget,
                            std::size_t least) {
  return load_each(paths, least, [&](const std::string& path) { return load_log(path, budget); });
}

std::vector<LoadedLog> load_certified_logs(std::span<const std::string> paths, const BudgetOptions& budget) {
  check_distinct(paths);
  std::vector<LoadedLog> logs;
  for (const std::string& path : paths) logs.push_back(load_certified_log(path, budget));
  return logs;
}

ReadLogs load_readable_certified_logs(std::span<const std::string> paths, const BudgetOptions& budget,
                                      std::size_t least) {
  check_distinct(paths);
  return load_each(paths, least, [&](const std::string& path) { return load_certified_log(path, budget); });
}

void check_left(std::span<const UnreadLog> unread, std::size_t left, std::size_t least) {
  if (unread.empty() || left >= least) return;
  const std::size_t more = unread.size() - 1;
  if (more == 0) throw unread.front().error;
  const Error& first = unread.front().error;
  const std::string message =
      join_text(std::string_view(first.what()), " (and ", more,
                more == 1 ? " more log that cannot be read)" : " more logs that cannot be read)");
  if (first.remedy() != nullptr) throw Error(first.kind(), *first.remedy(), message);
  throw Error(first.kind(), message);
}

std::vector<std::string> paths_of(std::span<const LoadedLog> logs) {
  std::vector<std::string> paths;
  for (const LoadedLog& loaded : logs) paths.push_back(loaded.log.path);
  return paths;
}

}  // namespace certus
