#include "certus/cli/log_set.h"

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/cli/certified_logs.h"
#include "certus/cli/labels.h"
#include "certus/logs/run_settings.h"
#include "certus/metrics/sweep.h"
#include "certus/report/method_names.h"

namespace certus::cli {
namespace {

/// Names of logs, then of what stands beside them, which is no seed of theirs and needs a name of its own.
std::vector<std::string> names_of(const Arguments& arguments, std::vector<std::string> paths,
                                  const std::vector<std::string>& beside) {
  const std::size_t logs = paths.size();
  paths.insert(paths.end(), beside.begin(), beside.end());
  const auto methods = method_names(paths);
  const auto names = labelled_logs(arguments, methods, paths);
  for (std::size_t i = logs; i < paths.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (names[k] != names[i] || methods[k] == methods[i]) continue;
      fail(ErrorKind::kConfig, "--label: ", paths[k], " and ", paths[i], " would both be called '", names[i],
           "', but ", paths[i], " is a printed curve and no seed; give them different texts");
    }
  }
  return names;
}

}  // namespace

Option by_option(std::string help) {
  return {.name = "--by", .kind = Option::Kind::kText, .value_name = "KEY", .help = std::move(help)};
}

LogSet log_set_of(const Arguments& arguments, std::vector<LoadedLog> logs, const BudgetChange& change,
                  const std::vector<std::string>& beside) {
  const auto paths = paths_of(logs);
  LogSet set{.logs = std::move(logs),
             .groups = {},
             .by = arguments.text("--by").value_or(""),
             .warnings = {},
             .notes = {},
             .beside = {}};
  CERTUS_CHECK(set.by.empty() || beside.empty());
  if (!set.logs.empty()) set.warnings = check_comparable(set.logs, arguments, change);
  if (set.by.empty()) {
    auto names = names_of(arguments, paths, beside);
    set.beside.assign(names.begin() + std::ssize(paths), names.end());
    names.resize(paths.size());
    set.groups = log_groups(set.logs, names);
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
         "; seeds of one method differ in their seed alone: give them other names with --label, or insist "
         "with "
         "--mixed");
  }
  set.warnings.insert(set.warnings.end(), warnings.begin(), warnings.end());
  return set;
}

LogSet load_log_set(const Arguments& arguments, const std::vector<std::string>& paths,
                    const BudgetChange& change, const std::vector<std::string>& beside) {
  LogSet set = log_set_of(arguments, load_compared_logs(arguments, paths), change, beside);
  if (arguments.flag("--shared-images")) {
    set.notes.push_back(join_text(grouped_text(static_cast<std::int64_t>(set.logs.front().log.rows())),
                                  " images, those that all logs have"));
  }
  return set;
}

}  // namespace certus::cli
