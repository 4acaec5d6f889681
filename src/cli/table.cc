#include "certus/base/error.h"
#include "certus/cli/commands.h"
#include "certus/cli/log_set.h"
#include "certus/cli/shared_options.h"
#include "certus/cli/unread_logs.h"
#include "certus/metrics/grid.h"
#include "certus/report/log_set_table.h"

namespace certus::cli {
namespace {

struct TableOptions {
  std::vector<std::string> paths;
  std::optional<std::string> baseline, radii, p;
  BudgetChange change;
  LogSetOptions logs;
  OutputOptions output;

  void describe(CommandLine& line) {
    line.words("LOG", paths, "certification log", 1, 10'000);
    line.group("WHAT");
    line.add("baseline", baseline, "mark what is worse than this method, as the table calls it")
        .shown_as("METHOD");
    logs.add_by(line,
                "a sweep: a row for each value of this setting of training, such as sphere_attack.steps");
    add_radii(line, radii);
    line.add("p", p, "add columns of P(p_A >= p) at these p").shown_as("A:STEP:B|LIST").rarely();
    add_budget_change(line, change);
    logs.describe(line);
    output.describe(line);
  }
};

int run_table(const TableOptions& options) {
  if (options.logs.by && options.baseline) {
    fail(ErrorKind::kConfig,
         "table: --baseline has no meaning with --by, where a method has many rows; give one of them");
  }
  ReadLogs read = load_readable_certified_logs(options.paths, options.logs.budget);
  if (options.logs.shared_images) keep_shared_images(read.logs);
  const NamedLogs named = log_set_of(options.logs, std::move(read.logs), options.change);
  deliver(log_set_table(named.set, read.unread,
                        {.change = options.change,
                         .radii = given_radii(options.radii),
                         .p = options.p ? parse_grid(*options.p, "--p", 0.0, 1.0) : std::vector<double>{},
                         .baseline = options.baseline}),
          options.output, options.paths);
  return tell_unread(read.unread);
}

}  // namespace

Command table_command() {
  return with_options<TableOptions>(
      {.name = "table",
       .summary = "the main table of a paper: methods by sigma, with ACR and certified accuracy at radii",
       .description =
           "Prints a row for each method, grouped by sigma. Logs that differ only in the seed of training "
           "(a folder or the end of a name such as seed-1, or the same --label) are one row: the mean over "
           "the seeds \u00b1 their standard deviation (n - 1).\n"
           "--by KEY shows a sweep over a setting of training, with a row for each of its values. The values "
           "come from config.toml beside the log, else from a folder called KEY=VALUE.\n"
           "Within each sigma the best value of a column is bold and the second is underlined. With "
           "--baseline, whatever is worse than that method is grey (italic in Markdown; signs in text; "
           "separate columns in CSV). Values are ranked as they are shown; equal values have the same rank.\n"
           "LaTeX is ready for \\input. It needs only booktabs, xcolor and, for many columns, graphicx.\n"
           "Logs of different budgets or images are refused. --to-n and --to-alpha convert them to one "
           "budget, by plug-in; --mixed shows them side by side in spite of this, with a warning. The table "
           "does not say how surely one method is better than another: certus compare does.",
       .examples = {{"certus table logs/*/noise_*.tsv --baseline gaussian --radii 0:0.25:2.5",
                     "the usual table"},
                    {"certus table logs/*/noise_*.tsv --to-n 1000 --format latex -o table.tex",
                     "what the same models show with 1,000 votes, for a paper"},
                    {"certus table cells/*/noise_*/seed-*/noise_*.tsv", "means and deviations over seeds"},
                    {"certus table cells/easy-focus/*/noise_0.50/seed-*/*.tsv --by sphere_attack.steps",
                     "a sweep over a setting of training"}}},
      run_table);
}

}  // namespace certus::cli
