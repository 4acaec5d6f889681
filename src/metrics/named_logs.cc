#include "certus/metrics/named_logs.h"

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/base/parameters.h"
#include "certus/metrics/analysis_parameters.h"
#include "certus/metrics/load_logs.h"
#include "certus/metrics/method_names.h"
#include "certus/metrics/shared_images.h"

namespace certus {

void LogSetOptions::describe_set(Parameters& p) {
  p.group("LOGS");
  labels.describe_methods(p);
  p.add("shared_images", shared_images,
        "cut every log to the images that all of them have, by index and label")
      .rarely();
  p.add("mixed", mixed, "compare logs of different budgets or images, with a warning").rarely();
}

void LogSetOptions::describe(Parameters& p) {
  describe_set(p);
  certus::describe(p, budget);
}

void LogSetOptions::describe_by(Parameters& p, const std::string& help) {
  p.add("by", by, help).shown_as("KEY");
}

void check_comparable(const LogSet& set, bool mixed) {
  if (set.incomparable.empty() || mixed) return;
  fail(ErrorKind::kData, Remedy{"mixed"}, set.incomparable.front(), "; these are not comparable");
}

NamedLogs name_logs(const LogSetOptions& options, std::vector<LoadedLog> logs, const BudgetChange& change,
                    const std::vector<std::string>& beside) {
  auto paths = paths_of(logs);
  const std::size_t count = paths.size();
  const std::string by = options.by.value_or("");
  CERTUS_CHECK(by.empty() || beside.empty());
  paths.insert(paths.end(), beside.begin(), beside.end());
  std::vector<std::string> names =
      by.empty() ? options.labels.of_methods_beside(method_names(paths), paths, beside.size())
                 : options.labels.of_methods(swept_method_names(paths, by), paths);
  NamedLogs named;
  named.beside.assign(names.begin() + static_cast<std::ptrdiff_t>(count), names.end());
  names.resize(count);
  named.set = make_log_set(std::move(logs), names, change, by);
  check_comparable(named.set, options.mixed);
  if (!named.set.unlike_seeds.empty() && !options.mixed) {
    fail(ErrorKind::kData, Remedy{"label"}, named.set.unlike_seeds.front(),
         "; logs of one method must differ only in the seed");
  }
  return named;
}

NamedLogs load_named_logs(const LogSetOptions& options, const std::vector<std::string>& paths,
                          const BudgetChange& change, const std::vector<std::string>& beside) {
  std::vector<LoadedLog> logs = load_certified_logs(paths, options.budget);
  if (options.shared_images) keep_shared_images(logs);
  NamedLogs named = name_logs(options, std::move(logs), change, beside);
  if (options.shared_images) {
    named.set.notes.push_back(
        join_text(grouped_text(static_cast<std::int64_t>(named.set.logs.front().log.rows())),
                  " images, those that all logs have"));
  }
  return named;
}

}  // namespace certus
