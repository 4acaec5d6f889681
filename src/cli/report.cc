#include <cstdio>
#include <future>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/number_text.h"
#include "certus/base/shell_word.h"
#include "certus/cli/class_labels.h"
#include "certus/cli/commands.h"
#include "certus/cli/labels.h"
#include "certus/cli/progress_line.h"
#include "certus/cli/shared_options.h"
#include "certus/metrics/grid.h"
#include "certus/metrics/load_logs.h"
#include "certus/metrics/method_names.h"
#include "certus/metrics/pair_comparison.h"
#include "certus/report/explorer.h"
#include "certus/report/explorer_frame.h"

namespace certus::cli {
namespace {

constexpr double kUsualConfidence = 0.95;

struct ReportOptions {
  std::vector<std::string> paths;
  std::optional<std::string> output, title, data;
  bool force = false;
  Labels labels;
  double confidence = kUsualConfidence;
  BudgetOptions budget;

  void describe(CommandLine& line) {
    line.words("LOG", paths, "certification log", 1, 1000);
    line.group("WHAT");
    line.add("title", title, "heading of the page").shown_as("TEXT").usually("certus report");
    add_label(line, labels);
    add_class_data(line, data);
    add_confidence(line, confidence);
    add_log_budget(line, budget);
    line.group("OUTPUT");
    line.add("output", output, "page to write").shown_as("FILE").letter('o').usually("report.html");
    line.add("force", force, "replace an existing page");
  }
};

/// The line that makes the page again. It leaves out --force, which only a person should give.
std::string line_of(const ReportOptions& options) {
  std::string line = "certus report";
  const auto add = [&](const char* name, const std::optional<std::string>& value) {
    if (value) line += join_text(' ', name, ' ', shell_word(*value));
  };
  const auto add_number = [&](const char* name, const std::optional<double>& value) {
    if (value) add(name, round_trip_text(*value));
  };
  for (const std::string& log : options.paths) line += ' ' + shell_word(log);
  add("-o", options.output);
  add("--title", options.title);
  for (const std::string& label : options.labels) add("--label", label);
  add("--data", options.data);
  if (options.confidence != kUsualConfidence) add_number("--confidence", options.confidence);
  add_number("--sigma", options.budget.sigma);
  if (options.budget.n) add("--n", std::to_string(*options.budget.n));
  add_number("--alpha", options.budget.alpha);
  return line;
}

std::string page_of(const ReportOptions& options) {
  for (const std::string& log : options.paths) check_can_read_twice(log);  // for the audit, too

  // The audit reads the files itself, so it can run at the same time.
  std::future<std::vector<AuditResult>> audit =
      std::async(std::launch::async, [&] { return audit_logs(options.paths, {.claimed = options.budget}); });
  const std::vector<LoadedLog> logs = load_certified_logs(options.paths, options.budget);
  const std::vector<AuditResult> audits = audit.get();
  ProgressLine progress(10.0);
  const std::size_t pairs = pairs_of_one_sigma(logs);
  ExplorerOptions shown{.title = options.title.value_or("certus report"),
                        .command = line_of(options),
                        .confidence = options.confidence,
                        .radii = usual_radii(largest_radius_at(logs, {})),
                        .methods = labelled_logs(options.labels, method_names(options.paths), options.paths),
                        .class_names = {}};
  for (const LoadedLog& loaded : logs) shown.class_names.push_back(class_names_of(options.data, loaded));
  shown.on_pair = [&](std::size_t done) {
    if (progress.is_due()) progress.show(join_text(done, " of ", pairs, " pairs of logs compared"));
  };
  std::string page = explorer_page(logs, audits, shown);
  progress.clear();
  return page;
}

int run_report(const ReportOptions& options) {
  if (explorer_frame().empty()) {
    fail(ErrorKind::kConfig,
         "report: the page was left out of this certus when it was built; install node and npm, configure "
         "with -DCERTUS_EXPLORER=ON and build again");
  }
  const std::string path = options.output.value_or("report.html");
  const Overwrite overwrite = options.force ? Overwrite::kAllow : Overwrite::kRefuse;
  check_is_no_input(path, options.paths);
  check_may_write(path, overwrite);
  const std::string page = page_of(options);
  write_file(path, page, overwrite);
  std::printf("Wrote %s: %zu log%s, %s MB; open it in a browser, it needs no network\n", path.c_str(),
              options.paths.size(), options.paths.size() == 1 ? "" : "s",
              fixed_text(static_cast<double>(page.size()) / 1e6, 1).c_str());
  return 0;
}

}  // namespace

Command report_command() {
  return with_options<ReportOptions>(
      {.name = "report",
       .summary = "one interactive page of certification logs: any budget, any radius, in a browser",
       .description =
           "Writes one HTML file that a browser shows without a network. It has certified accuracy and "
           "P(p_A >= p) of all logs, which can be moved to any budget (n, alpha); ranks and how they change "
           "with the budget; dominance with paired tests; the classes of every log; and what the audit "
           "found. Figures and numbers can be saved from the page.\n"
           "Logs of different budgets or images may be on one page, which then says so. Logs of one method "
           "at several sigmas (paths equal up to noise_0.25, noise_0.5, ...) belong together. Logs whose "
           "paths differ only in the seed of training (seed-1, seed_1, seed=1, seed1) are one method: the "
           "page shows their mean and range, and each of them on request.",
       .examples = {{"certus report logs/*/noise_*.tsv -o report.html", "all methods at all sigmas"},
                    {"certus report logs/*/noise_*.tsv --label ours='Our method'",
                     "a method with another name"},
                    {"certus report noise_0.5.tsv --title 'Our model'", "one log, in report.html"}}},
      run_report);
}

}  // namespace certus::cli
