#include "certus/base/error.h"
#include "certus/cli/certified_logs.h"
#include "certus/cli/commands.h"
#include "certus/cli/labels.h"
#include "certus/cli/log_names.h"
#include "certus/cli/log_set.h"
#include "certus/cli/shared_options.h"
#include "certus/metrics/grid.h"
#include "certus/report/method_table.h"

namespace certus::cli {
namespace {

int run_table(const Arguments& arguments) {
  const BudgetChange change = budget_change(arguments);
  if (arguments.text("--by") && arguments.text("--baseline")) {
    fail(ErrorKind::kConfig,
         "table: --baseline has no meaning with --by, where a method has many rows; give one of them");
  }
  UnreadLogs unread;
  const LogSet set = log_set_of(arguments, load_readable_logs(arguments, 1, unread), change);
  const auto paths = paths_of(set.logs);
  const auto p = arguments.text("--p");
  Document document = method_table(set.logs, set.groups,
                                   {.change = change,
                                    .radii = radii_of(arguments, largest_radius_at(set.logs, change)),
                                    .p = p ? parse_grid(*p, "--p", 0.0, 1.0) : std::vector<double>{},
                                    .baseline = arguments.text("--baseline"),
                                    .by = set.by});
  document.json["warnings"] = set.warnings;
  document.json["unreadable"] = unread.json();
  const auto names = short_names(paths);
  document.json["near_constant"] = near_constant_logs(set.logs, names, document);
  unread.warn(document);
  for (const std::string& warning : set.warnings)
    document.add("WARNING: " + with_short_names(warning, paths, names));
  for (const std::string& note : set.notes) document.add(note);
  if (p) document.add("p_A \u2265 p: share of images (%) whose label has at least that share of the votes.");
  document.add(acr_caveat());
  LogNotes notes(set.logs.size());
  for (std::size_t i = 0; i < set.logs.size(); ++i) {
    for (const std::string& note : set.logs[i].notes) notes.add(names[i], note);
  }
  for (auto& line : notes.lines()) document.add(std::move(line));
  deliver(document, arguments);
  return unread.tell();
}

}  // namespace

Command table_command() {
  return {
      .name = "table",
      .summary = "the main table of a paper: methods by sigma, with ACR and certified accuracy at radii",
      .description =
          "A row for each method, grouped by sigma. Logs that differ by the seed of training alone (a folder "
          "or the end of a name such as seed-1, or the same --label) are one row: the mean over the seeds "
          "\u00b1 their standard deviation (n - 1). --by KEY shows a sweep over a setting of training, with "
          "a row for "
          "each of its values; they come from config.toml beside the log, else from a folder called "
          "KEY=VALUE.\n"
          "Within each sigma the best value of a column is bold, the "
          "second underlined, and with --baseline whatever is worse than that method is grey (italic in "
          "Markdown; signs in text; columns of their own in CSV). Values are ranked as they are shown, "
          "equals "
          "alike.\n"
          "LaTeX is ready for \\input: booktabs, xcolor and, for many columns, graphicx are all it needs.\n"
          "Logs of different budgets or images are refused; --to-n and --to-alpha bring budgets together, by "
          "plug-in, and --mixed sets them side by side all the same, flagged. Nothing here says how surely "
          "one "
          "method is better than another: certus compare does.",
      .positional = {.name = "LOG", .help = "certification log", .least = 1, .most = 10'000},
      .options = std::vector<Option>{{.name = "--baseline",
                                      .kind = Option::Kind::kText,
                                      .value_name = "METHOD",
                                      .help = "mark what is worse than this method, as the table calls it"},
                                     label_option(),
                                     by_option("a sweep: a row for each value of this setting of training, "
                                               "such as sphere_attack.steps"),
                                     radii_option(),
                                     {.name = "--p",
                                      .kind = Option::Kind::kText,
                                      .value_name = "A:STEP:B|LIST",
                                      .help = "columns of P(p_A >= p), too, at these p"},
                                     shared_images_option(),
                                     mixed_option()} +
                 budget_change_options() + log_budget_options() + output_options(),
      .examples = {{"certus table logs/*/noise_*.tsv --baseline gaussian --radii 0:0.25:2.5",
                    "the usual table"},
                   {"certus table logs/*/noise_*.tsv --to-n 1000 --format latex -o table.tex",
                    "what the same models show with 1,000 votes, for a paper"},
                   {"certus table cells/*/noise_*/seed-*/noise_*.tsv", "means and deviations over seeds"},
                   {"certus table cells/easy-focus/*/noise_0.50/seed-*/*.tsv --by sphere_attack.steps",
                    "a sweep over a setting of training"}},
      .run = run_table};
}

}  // namespace certus::cli
