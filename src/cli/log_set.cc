#include "certus/cli/log_set.h"

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/cli/labels.h"
#include "certus/cli/shared_options.h"
#include "certus/metrics/method_names.h"

namespace certus::cli {
namespace {

/// Names of logs, then of what stands beside them, which is no seed of theirs and needs a name of its own.
std::vector<std::string> names_of(const LogSetOptions& options, std::vector<std::string> paths,
                                  const std::vector<std::string>& beside) {
  const std::size_t logs = paths.size();
  paths.insert(paths.end(), beside.begin(), beside.end());
  const auto methods = method_names(paths);
  const auto names = labelled_logs(options.labels, methods, paths);
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

void LogSetOptions::describe_set(Parameters& p) {
  p.group("LOGS");
  add_label(p, labels);
  p.add("shared_images", shared_images,
        "cut every log to the images that all of them have, by index and label")
      .rarely();
  p.add("mixed", mixed, "compare logs of different budgets or images, with a warning").rarely();
}

void LogSetOptions::describe(Parameters& p) {
  describe_set(p);
  add_log_budget(p, budget);
}

void LogSetOptions::add_by(Parameters& p, std::string help) {
  p.add("by", by, std::move(help)).shown_as("KEY");
}

void check_comparable(const LogSet& set, bool mixed) {
  if (set.incomparable.empty() || mixed) return;
  fail(ErrorKind::kData, set.incomparable.front(),
       "; these are not comparable: convert them to one budget, cut them to the images that all have with "
       "--shared-images, or insist with --mixed");
}

NamedLogs log_set_of(const LogSetOptions& options, std::vector<LoadedLog> logs, const BudgetChange& change,
                     const std::vector<std::string>& beside) {
  const auto paths = paths_of(logs);
  const std::string by = options.by.value_or("");
  CERTUS_CHECK(by.empty() || beside.empty());
  std::vector<std::string> names = by.empty()
                                       ? names_of(options, paths, beside)
                                       : labelled_logs(options.labels, swept_method_names(paths, by), paths);
  NamedLogs named;
  named.beside.assign(names.begin() + std::ssize(paths), names.end());
  names.resize(paths.size());
  named.set = make_log_set(std::move(logs), names, change, by);
  check_comparable(named.set, options.mixed);
  if (!named.set.unlike_seeds.empty() && !options.mixed) {
    fail(ErrorKind::kData, named.set.unlike_seeds.front(),
         "; seeds of one method differ in their seed alone: give them other names with --label, or insist "
         "with --mixed");
  }
  return named;
}

NamedLogs load_log_set(const LogSetOptions& options, const std::vector<std::string>& paths,
                       const BudgetChange& change, const std::vector<std::string>& beside) {
  std::vector<LoadedLog> logs = load_certified_logs(paths, options.budget);
  if (options.shared_images) keep_shared_images(logs);
  NamedLogs named = log_set_of(options, std::move(logs), change, beside);
  if (options.shared_images) {
    named.set.notes.push_back(
        join_text(grouped_text(static_cast<std::int64_t>(named.set.logs.front().log.rows())),
                  " images, those that all logs have"));
  }
  return named;
}

}  // namespace certus::cli
