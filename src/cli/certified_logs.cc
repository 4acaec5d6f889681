#include "certus/cli/certified_logs.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/cli/shared_options.h"
#include "certus/metrics/comparability.h"
#include "certus/metrics/shared_images.h"

namespace certus::cli {

std::vector<LoadedLog> load_certified_logs(const Arguments& arguments, std::span<const std::string> paths) {
  std::vector<std::string> sorted(paths.begin(), paths.end());
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) fail(ErrorKind::kConfig, *twice, " is given twice");
  std::vector<LoadedLog> logs;
  for (const auto& path : paths) {
    logs.push_back(load_log(path, log_budget(arguments)));
    check_own_votes(logs.back().log, "a comparison");
    if (!logs.back().log.has_radii())
      fail(ErrorKind::kData, path,
           ": a prediction log has no radii to compare; certus certify makes a log that has");
    logs.back().budget();  // fails, naming what is unknown
  }
  return logs;
}

std::vector<LoadedLog> load_compared_logs(const Arguments& arguments, std::span<const std::string> paths) {
  std::vector<LoadedLog> logs = load_certified_logs(arguments, paths);
  if (arguments.flag("--shared-images")) keep_shared_images(logs);
  return logs;
}

std::vector<std::string> check_comparable(std::span<const LoadedLog> logs, const Arguments& arguments,
                                          const BudgetChange& change) {
  std::vector<std::string> warnings = comparability_warnings(logs, change);
  if (!warnings.empty() && !arguments.flag("--mixed")) {
    fail(ErrorKind::kData, warnings.front(),
         "; these are not comparable: convert them to one budget, cut them to the images that all have with "
         "--shared-images, or insist with --mixed");
  }
  return warnings;
}

Option shared_images_option() {
  return {.name = "--shared-images",
          .kind = Option::Kind::kFlag,
          .help = "cut every log to the images that all of them have, by index and label"};
}

Option label_option() {
  return {.name = "--label",
          .kind = Option::Kind::kText,
          .value_name = "NAME=TEXT",
          .help = "show TEXT for what would be called NAME; may be given several times",
          .repeatable = true};
}

std::vector<std::string> labelled(const Arguments& arguments, std::vector<std::string> names) {
  const std::vector<std::string> known = names;
  for (const std::string& label : arguments.texts("--label")) {
    // A name may have an equals sign in it, a text seldom begins with one: the first name that fits counts.
    std::size_t used = 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!label.starts_with(known[i] + "=")) continue;
      names[i] = label.substr(known[i].size() + 1);
      ++used;
      if (names[i].empty()) fail(ErrorKind::kConfig, "--label is '", label, "', expected a text behind '='");
    }
    if (used > 0) continue;
    std::string list;
    for (std::size_t i = 0; i < known.size(); ++i) {
      if (std::find(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(i), known[i]) ==
          known.begin() + static_cast<std::ptrdiff_t>(i))
        list += (list.empty() ? "" : ", ") + known[i];
    }
    fail(ErrorKind::kConfig, "--label is '", label, "', expected NAME=TEXT with one of ", list);
  }
  // Labels must not make one of two methods; those of the same name, at several sigmas, stay one.
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (names[k] == names[i] && known[k] != known[i]) {
        fail(ErrorKind::kConfig, "--label: ", known[k], " and ", known[i], " would both be called '",
             names[i], "'; give them different texts");
      }
    }
  }
  return names;
}

}  // namespace certus::cli
