#include "certus/metrics/log_set.h"

#include "certus/logs/run_settings.h"
#include "certus/metrics/comparability.h"
#include "certus/metrics/method_names.h"
#include "certus/metrics/sweep.h"

namespace certus {

std::vector<std::string> LogSet::warnings() const {
  std::vector<std::string> all = incomparable;
  all.insert(all.end(), unlike_seeds.begin(), unlike_seeds.end());
  return all;
}

LogSet make_log_set(std::vector<LoadedLog> logs, const std::vector<std::string>& methods,
                    const BudgetChange& change, const std::string& by) {
  LogSet set;
  set.logs = std::move(logs);
  set.by = by;
  if (!set.logs.empty()) set.incomparable = comparability_warnings(set.logs, change);
  if (by.empty()) {
    set.groups = log_groups(set.logs, methods);
  } else {
    set.groups = in_sweep_order(log_groups(set.logs, methods, sweep_values(set.logs, by)));
    set.notes = sweep_notes(set.logs, set.groups, by);
  }
  set.unlike_seeds = group_warnings(set.logs, set.groups);
  return set;
}

std::vector<std::string> swept_method_names(const std::vector<std::string>& paths, const std::string& by) {
  std::vector<std::string> plain;
  for (const std::string& path : paths) plain.push_back(path_without_setting(path, by));
  return method_names(plain);
}

}  // namespace certus
