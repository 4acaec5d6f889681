#include <cstdio>
#include <future>

#include "certus/base/error.h"
#include "certus/base/file.h"
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

/// The line that makes the page again; --force is left to whoever types it.
std::string command_line(const Arguments& arguments, const std::vector<Option>& options) {
  std::string line = "certus report";
  for (const std::string& log : arguments.positionals()) line += ' ' + shell_word(log);
  for (const Option& option : options) {
    if (option.kind == Option::Kind::kFlag) continue;
    const std::string& name = option.short_name.empty() ? option.name : option.short_name;
    std::vector<std::string> values;
    if (option.repeatable)
      values = arguments.texts(option.name);
    else if (const auto value = arguments.text(option.name))
      values = {*value};
    for (const std::string& value : values) line += join_text(' ', name, ' ', shell_word(value));
  }
  return line;
}

std::vector<Option> report_options() {
  return std::vector<Option>{
             {.name = "--output",
              .kind = Option::Kind::kText,
              .value_name = "FILE",
              .help = "page to write",
              .default_text = "report.html",
              .short_name = "-o"},
             {.name = "--force", .kind = Option::Kind::kFlag, .help = "replace an existing page"},
             {.name = "--title",
              .kind = Option::Kind::kText,
              .value_name = "TEXT",
              .help = "heading of the page",
              .default_text = "certus report"},
             label_option(),
             class_data_option(),
             confidence_option()} +
         log_budget_options();
}

int run_report(const Arguments& arguments) {
  if (explorer_frame().empty()) {
    fail(ErrorKind::kConfig,
         "report: the page was left out of this certus when it was built; install node and npm, configure "
         "with "
         "-DCERTUS_EXPLORER=ON and build again");
  }
  const std::string path = arguments.text_or_default("--output");
  const Overwrite overwrite = arguments.flag("--force") ? Overwrite::kAllow : Overwrite::kRefuse;
  check_is_no_input(path, arguments);
  check_may_write(path, overwrite);
  for (const std::string& log : arguments.positionals()) check_can_read_twice(log);  // for the audit, too

  // The audit reads the files by itself: it may do so meanwhile.
  std::future<std::vector<AuditResult>> audit = std::async(std::launch::async, [&] {
    return audit_logs(arguments.positionals(), {.claimed = log_budget(arguments)});
  });
  const std::vector<LoadedLog> logs = load_certified_logs(arguments.positionals(), log_budget(arguments));
  const std::vector<AuditResult> audits = audit.get();
  ProgressLine progress(10.0);
  const std::size_t pairs = pairs_of_one_sigma(logs);
  ExplorerOptions options{
      .title = arguments.text_or_default("--title"),
      .command = command_line(arguments, report_options()),
      .confidence = arguments.real_or_default("--confidence"),
      .radii = usual_radii(largest_radius_at(logs, {})),
      .methods = labelled_logs(arguments, method_names(arguments.positionals()), arguments.positionals()),
      .class_names = {}};
  for (const LoadedLog& loaded : logs) options.class_names.push_back(class_names_of(arguments, loaded));
  options.on_pair = [&](std::size_t done) {
    if (progress.is_due()) progress.show(join_text(done, " of ", pairs, " pairs of logs compared"));
  };
  const std::string page = explorer_page(explorer_frame(), explorer_data(logs, audits, options));
  progress.clear();
  write_file(path, page, overwrite);
  std::printf("Wrote %s: %zu log%s, %s MB; open it in a browser, it needs no network\n", path.c_str(),
              logs.size(), logs.size() == 1 ? "" : "s",
              fixed_text(static_cast<double>(page.size()) / 1e6, 1).c_str());
  return 0;
}

}  // namespace

Command report_command() {
  return {
      .name = "report",
      .summary = "one interactive page of certification logs: any budget, any radius, in a browser",
      .description =
          "Writes one HTML file with everything in it, for a browser without a network: certified accuracy "
          "and P(p_A >= p) of all logs, moved to any budget (n, alpha) while you look, ranks and how they "
          "change with it, dominance with paired tests, the classes of every log, and what the audit found. "
          "Figures and numbers can be saved from the page.\n"
          "Logs of different budgets or images may stand on one page, which then says so. Logs of one "
          "method at several sigmas (paths equal up to noise_0.25, noise_0.5, ...) belong together. Logs "
          "whose paths differ by the seed of training alone (seed-1, seed_1, seed=1, seed1) are one method: "
          "the page shows their mean and range, and opens them on request.",
      .positional = {.name = "LOG", .help = "certification log", .least = 1, .most = 1000},
      .options = report_options(),
      .examples = {{"certus report logs/*/noise_*.tsv -o report.html", "all methods at all sigmas"},
                   {"certus report logs/*/noise_*.tsv --label ours='Our method'",
                    "a method with another name"},
                   {"certus report noise_0.5.tsv --title 'Our model'", "one log, in report.html"}},
      .run = run_report};
}

}  // namespace certus::cli
