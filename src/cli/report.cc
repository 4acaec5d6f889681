#include <future>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/number_text.h"
#include "certus/base/shell_word.h"
#include "certus/cli/class_labels.h"
#include "certus/cli/commands.h"
#include "certus/cli/shared_options.h"
#include "certus/command_line/print.h"
#include "certus/command_line/progress_line.h"
#include "certus/command_line/run_files.h"
#include "certus/metrics/analysis_parameters.h"
#include "certus/metrics/grid.h"
#include "certus/metrics/labels.h"
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
  Overwrite overwrite = Overwrite::kRefuse;
  Labels labels;
  double confidence = kUsualConfidence;
  BudgetOptions budget;

  void describe(CommandLine& line) {
    line.words("LOG", paths, "certification log", 1, 1000);
    line.group("WHAT");
    line.add("title", title, "heading of the page").shown_as("TEXT").usually("certus report");
    labels.describe_methods(line);
    add_class_data(line, data);
    describe_confidence(line, confidence);
    certus::describe(line, budget);
    line.group("OUTPUT");
    line.add("output", output, "page to write").shown_as("FILE").letter('o').usually("report.html");
    line.add_flag("force", overwrite, Overwrite::kAllow, "replace an existing page");
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
  for (const std::string& label : options.labels.given()) add("--label", label);
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
                        .methods = options.labels.of_methods(method_names(options.paths), options.paths),
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
  check_outputs({.inputs = {options.paths.begin(), options.paths.end()}, .outputs = {path}});
  check_may_write(path, options.overwrite);
  const std::string page = page_of(options);
  write_file(path, page, options.overwrite);
  print_out("Wrote ", path, ": ", options.paths.size(), options.paths.size() == 1 ? " log, " : " logs, ",
            fixed_text(static_cast<double>(page.size()) / 1e6, 1),
            " MB; open it in a browser, it needs no network\n");
  return 0;
}

}  // namespace

Command report_command() {
  return command_of("report", run_report);
}

}  // namespace certus::cli
