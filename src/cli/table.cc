#include "certus/base/error.h"
#include "certus/cli/certified_logs.h"
#include "certus/cli/commands.h"
#include "certus/cli/log_names.h"
#include "certus/cli/shared_options.h"
#include "certus/metrics/grid.h"
#include "certus/report/method_names.h"
#include "certus/report/method_table.h"

namespace certus::cli {
namespace {

int run_table(const Arguments& arguments) {
  const auto& paths = arguments.positionals();
  const BudgetChange change = budget_change(arguments);
  const std::vector<LoadedLog> logs = load_compared_logs(arguments, paths);
  const auto warnings = check_comparable(logs, arguments, change);
  const auto p = arguments.text("--p");
  Document document = method_table(logs, labelled(arguments, method_names(paths)),
                                   {.change = change,
                                    .radii = radii_of(arguments, largest_radius_at(logs, change)),
                                    .p = p ? parse_grid(*p, "--p", 0.0, 1.0) : std::vector<double>{},
                                    .baseline = arguments.text("--baseline")});
  document.json["warnings"] = warnings;
  for (const std::string& warning : warnings) document.add("WARNING: " + warning);
  if (p) document.add("p_A \u2265 p: share of images (%) whose label has at least that share of the votes.");
  document.add(acr_caveat());
  LogNotes notes(logs.size());
  const auto names = short_names(paths);
  for (std::size_t i = 0; i < logs.size(); ++i) {
    for (const std::string& note : logs[i].notes) notes.add(names[i], note);
  }
  for (auto& line : notes.lines()) document.add(std::move(line));
  deliver(document, arguments);
  return 0;
}

}  // namespace

Command table_command() {
  return {
      .name = "table",
      .summary = "the main table of a paper: methods by sigma, with ACR and certified accuracy at radii",
      .description =
          "A row for each log, grouped by sigma. Within each sigma the best value of a column is bold, the "
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
                    "what the same models show with 1,000 votes, for a paper"}},
      .run = run_table};
}

}  // namespace certus::cli
