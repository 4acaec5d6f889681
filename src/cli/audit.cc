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

int run_audit(const Arguments& arguments) {
  AuditOptions options{.claimed = log_budget(arguments)};
  if (arguments.text("--radii")) options.radii = given_radii(arguments);
  std::vector<UnreadLog> unread;
  options.on_unreadable = [&](const std::string& path, const Error& error) {
    unread.push_back({path, error});
  };
  const auto results = audit_logs(arguments.positionals(), options);
  check_left(unread, results.size(), 1);
  std::vector<std::string> paths;
  for (const AuditResult& result : results) paths.push_back(result.loaded.log.path);
  const auto names = labelled_each(arguments, short_names(paths), paths);
  deliver(audit_document(results, unread, names), arguments);
  return std::max(tell_unread(unread), is_clean(results) ? 0 : 1);
}

}  // namespace

Command audit_command() {
  return {
      .name = "audit",
      .summary = "what is wrong with a log before anybody builds on it",
      .description =
          "Certified radii lie on a lattice that depends on (n, alpha, sigma). The audit finds which "
          "budgets make every logged radius attainable, so a log certified under another alpha than claimed "
          "is exposed and the likely alpha named. It also finds rows missing, repeated or out of stride, "
          "labels that disagree between logs, `correct` not matching, radii above the maximum, rounding "
          "that moves ACR or a certified accuracy, a pile of images at a radius that is no cap, and a "
          "classifier that says one class for nearly all images or is no better than chance. Logs given "
          "together are taken to be of one data set.\n"
          "Exit status 0 when clean, 1 when there are findings.",
      .positional = {.name = "LOG", .help = "certification log", .least = 1, .most = 10'000},
      .options = log_budget_options() +
                 std::vector<Option>{log_label_option(),
                                     {.name = "--radii",
                                      .kind = Option::Kind::kText,
                                      .value_name = "A:STEP:B|LIST",
                                      .help = "where to measure what rounding does to certified accuracy",
                                      .default_text = "0:0.25:2.5"}} +
                 output_options(),
      .examples = {{"certus audit logs/noise_0.5.tsv --n 100000 --alpha 0.001",
                    "does the log keep what the paper claims?"},
                   {"certus audit logs/*/noise_0.25.tsv --format json", "several logs against each other"}},
      .run = run_audit};
}

}  // namespace certus::cli
