#include "certus/base/error.h"
#include "certus/cli/commands.h"
#include "certus/cli/labels.h"
#include "certus/cli/log_set.h"
#include "certus/cli/shared_options.h"
#include "certus/cli/unread_logs.h"
#include "certus/metrics/grid.h"
#include "certus/report/log_set_table.h"

namespace certus::cli {
namespace {

int run_table(const Arguments& arguments) {
  if (arguments.text("--by") && arguments.text("--baseline")) {
    fail(ErrorKind::kConfig,
         "table: --baseline has no meaning with --by, where a method has many rows; give one of them");
  }
  const BudgetChange change = budget_change(arguments);
  ReadLogs read = load_readable_certified_logs(arguments.positionals(), log_budget(arguments));
  if (arguments.flag("--shared-images")) keep_shared_images(read.logs);
  const NamedLogs named = log_set_of(arguments, std::move(read.logs), change);
  const auto p = arguments.text("--p");
  deliver(log_set_table(named.set, read.unread,
                        {.change = change,
                         .radii = given_radii(arguments),
                         .p = p ? parse_grid(*p, "--p", 0.0, 1.0) : std::vector<double>{},
                         .baseline = arguments.text("--baseline")}),
          arguments);
  return tell_unread(read.unread);
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
