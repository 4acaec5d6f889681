#include "certus/cli/log_set.h"

#include "certus/base/error.h"
#include "certus/cli/certified_logs.h"
#include "certus/cli/labels.h"
#include "certus/metrics/sweep.h"
#include "certus/record/run_settings.h"
#include "certus/report/method_names.h"

namespace certus::cli {

Option by_option(std::string help) {
  return {.name = "--by", .kind = Option::Kind::kText, .value_name = "KEY", .help = std::move(help)};
}

LogSet log_set_of(const Arguments& arguments, std::vector<LoadedLog> logs, const BudgetChange& change) {
  const auto paths = paths_of(logs);
  LogSet set{.logs = std::move(logs),
             .groups = {},
             .by = arguments.text("--by").value_or(""),
             .warnings = {},
             .notes = {}};
  set.warnings = check_comparable(set.logs, arguments, change);
  if (set.by.empty()) {
    set.groups = log_groups(set.logs, labelled_logs(arguments, method_names(paths), paths));
  } else {
    std::vector<std::string> plain;
    for (const std::string& path : paths) plain.push_back(path_without_setting(path, set.by));
    const auto methods = labelled_logs(arguments, method_names(plain), paths);
    set.groups = in_sweep_order(log_groups(set.logs, methods, sweep_values(set.logs, set.by)));
    set.notes = sweep_notes(set.logs, set.groups, set.by);
  }
  const auto warnings = group_warnings(set.logs, set.groups);
  if (!warnings.empty() && !arguments.flag("--mixed")) {
    fail(ErrorKind::kData, warnings.front(),
         "; seeds of one method differ in their seed alone: give them other names with --label, or insist with "
         "--mixed");
  }
  set.warnings.insert(set.warnings.end(), warnings.begin(), warnings.end());
  return set;
}

LogSet load_log_set(const Arguments& arguments, const std::vector<std::string>& paths,
                    const BudgetChange& change) {
  return log_set_of(arguments, load_certified_logs(arguments, paths), change);
}

}  // namespace certus::cli
