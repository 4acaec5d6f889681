#include "certus/logs/audit.h"

#include <algorithm>

#include "certus/cli/commands.h"
#include "certus/cli/labels.h"
#include "certus/cli/shared_options.h"
#include "certus/cli/unread_logs.h"
#include "certus/report/audit_document.h"
#include "certus/report/log_names.h"

namespace certus::cli {
namespace {

struct AuditCommandOptions {
  std::vector<std::string> paths;
  std::optional<std::string> radii;
  Labels labels;
  BudgetOptions budget;
  OutputOptions output;

  void describe(CommandLine& line) {
    line.words("LOG", paths, "certification log", 1, 10'000);
    line.group("WHAT");
    line.add("radii", radii, "where to measure what rounding does to certified accuracy")
        .shown_as("A:STEP:B|LIST")
        .usually("0:0.25:2.5");
    add_log_label(line, labels);
    add_log_budget(line, budget);
    output.describe(line);
  }
};

int run_audit(const AuditCommandOptions& options) {
  AuditOptions how{.claimed = options.budget};
  if (options.radii) how.radii = given_radii(options.radii);
  std::vector<UnreadLog> unread;
  how.on_unreadable = [&](const std::string& path, const Error& error) { unread.push_back({path, error}); };
  const auto results = audit_logs(options.paths, how);
  check_left(unread, results.size(), 1);
  std::vector<std::string> paths;
  for (const AuditResult& result : results) paths.push_back(result.loaded.log.path);
  const auto names = labelled_each(options.labels, short_names(paths), paths);
  deliver(audit_document(results, unread, names), options.output, options.paths);
  return std::max(tell_unread(unread), is_clean(results) ? 0 : 1);
}

}  // namespace

Command audit_command() {
  return with_options<AuditCommandOptions>(
      {.name = "audit",
       .summary = "what is wrong with a log before anybody builds on it",
       .description =
           "Certified radii lie on a lattice that depends on (n, alpha, sigma). The audit finds the budgets "
           "under which every logged radius is attainable. This exposes a log that was certified under "
           "another alpha than claimed, and names the likely alpha. The audit also finds rows that are "
           "missing, repeated or out of stride; labels that differ between logs; values of `correct` that do "
           "not match; radii above the maximum; rounding that moves ACR or a certified accuracy; a pile of "
           "images at a radius that is not the cap; and a classifier that says one class for nearly all "
           "images or is no better than chance. Logs given together are assumed to be of one data set.\n"
           "The exit status is 0 when the logs are clean and 1 when there are findings.",
       .examples = {{"certus audit logs/noise_0.5.tsv --n 100000 --alpha 0.001",
                     "does the log match what the paper claims?"},
                    {"certus audit logs/*/noise_0.25.tsv --format json", "several logs against each other"}}},
      run_audit);
}

}  // namespace certus::cli
