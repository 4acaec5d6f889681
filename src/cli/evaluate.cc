#include "certus/base/error.h"
#include "certus/cli/class_labels.h"
#include "certus/cli/commands.h"
#include "certus/cli/labels.h"
#include "certus/cli/printed_curves.h"
#include "certus/cli/shared_options.h"
#include "certus/cli/unread_logs.h"
#include "certus/report/curve_document.h"
#include "certus/report/evaluation_document.h"
#include "certus/report/log_names.h"

namespace certus::cli {
namespace {

/// Printed curves, each by itself.
int evaluate_curves(const Arguments& arguments) {
  if (arguments.flag("--per-class"))
    fail(ErrorKind::kConfig, "evaluate: --per-class needs a log, a printed curve does not tell classes");
  Document all;
  all.json = Json::array();
  bool has_accuracy = true;
  const auto& paths = arguments.positionals();
  const auto names = labelled_each(arguments, paths, paths);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const LoadedCurve loaded = load_curve(paths[i], log_budget(arguments));
    const auto target = target_budget(loaded, log_budget(arguments), {});
    has_accuracy = has_accuracy && target;
    Document one = curve_document(loaded, evaluate_curve(loaded, curve_options(arguments, target)), names[i]);
    all.json.push_back(std::move(one.json));
    for (auto& block : one.blocks) all.blocks.push_back(std::move(block));
  }
  if (!has_accuracy)
    all.add(
        "Certified accuracy follows for a budget: give --n and --alpha, and --sigma where no name has it.");
  deliver(all, arguments);
  return 0;
}

int run_evaluate(const Arguments& arguments) {
  const bool per_class = arguments.flag("--per-class");
  if (arguments.text("--data") && !per_class)
    fail(ErrorKind::kConfig, "evaluate: --data names classes, which only --per-class shows; give both");
  if (are_printed_curves(arguments.positionals(), "evaluate")) return evaluate_curves(arguments);
  ReadLogs read = load_readable_logs(arguments.positionals(), log_budget(arguments));
  const auto paths = paths_of(read.logs);
  const auto names = labelled_each(arguments, short_names(paths), paths);
  std::vector<std::vector<std::string>> class_names;
  for (const LoadedLog& loaded : read.logs)
    class_names.push_back(per_class ? class_names_of(arguments, loaded) : std::vector<std::string>());
  const LogEvaluations found = evaluate_logs(std::move(read), names,
                                             {.radii = given_radii(arguments),
                                              .p = p_grid_of(arguments),
                                              .confidence = arguments.real_or_default("--confidence"),
                                              .rho = arguments.real_or_default("--rho"),
                                              .per_class = per_class},
                                             class_names);
  deliver(evaluation_document(found), arguments);
  return tell_unread(found.unread);
}

}  // namespace

Command evaluate_command() {
  return {
      .name = "evaluate",
      .summary = "what certification logs say: certified accuracy, P(p_A >= p), ACR with its budget",
      .description =
          "Reads records of certus and logs of the field (tab-separated idx, label, predict, radius, "
          "correct, time), and prints rows, abstentions, clean accuracy, certified accuracy with exact "
          "intervals over the test images, the distribution of p_A with a simultaneous band, and ACR with "
          "the budget it holds for. sigma, n and alpha come from the manifest beside the log, else from the "
          "options, else they are inferred (sigma from noise_0.5 in the path, n and alpha from the lattice "
          "of radii); the output says which.\n"
          "Reads printed curves, too (CSV with the columns radius and accuracy, or x and y for P(p_A >= "
          "x)): P(p_A >= p) with the bounds that the print leaves open, and certified accuracy at --n and "
          "--alpha.",
      .positional = {.name = "LOG|CURVE",
                     .help = "certification or prediction log, or printed curve",
                     .least = 1,
                     .most = 10'000},
      .options = std::vector<Option>{radii_option(), p_option(), log_label_option()} + log_budget_options() +
                 std::vector<Option>{confidence_option(),
                                     {.name = "--per-class",
                                      .kind = Option::Kind::kFlag,
                                      .help = "the same for every true class, with the worst one named"},
                                     class_data_option(),
                                     rho_option()} +
                 output_options(),
      .examples = {{"certus evaluate logs/noise_0.5.tsv --radii 0:0.25:1.75 --per-class",
                    "one log, with its classes"},
                   {"certus evaluate logs/*/noise_0.5.tsv --p 0.5:0.001:1 --format json -o curves.json",
                    "curves of several models for another program"}},
      .run = run_evaluate};
}

}  // namespace certus::cli
