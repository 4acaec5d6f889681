#include "certus/cli/evaluate.h"

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

struct EvaluateOptions {
  std::vector<std::string> paths;
  std::optional<std::string> radii, p;
  double confidence = 0.95;
  double rho = 0.001;
  bool per_class = false;
  std::optional<std::string> data;
  Labels labels;
  BudgetOptions budget;
  OutputOptions output;

  void describe(CommandLine& line) {
    line.words("LOG|CURVE", paths, "certification or prediction log, or printed curve", 1, 10'000);
    line.group("WHAT");
    add_radii(line, radii);
    add_p(line, p);
    line.add("per_class", per_class, "show the same for every true class, and name the worst one");
    add_class_data(line, data);
    add_log_label(line, labels);
    add_confidence(line, confidence);
    add_rho(line, rho);
    add_log_budget(line, budget);
    output.describe(line);
  }
};

/// Printed curves, each by itself.
int evaluate_curves(const EvaluateOptions& options) {
  if (options.per_class)
    fail(ErrorKind::kConfig, "evaluate: --per-class needs a log; a printed curve does not tell classes");
  std::vector<Document> curves;
  bool has_accuracy = true;
  const auto names = labelled_each(options.labels, options.paths, options.paths);
  for (std::size_t i = 0; i < options.paths.size(); ++i) {
    const LoadedCurve loaded = load_curve(options.paths[i], options.budget);
    const auto target = target_budget(loaded, options.budget, {});
    has_accuracy = has_accuracy && target;
    const auto evaluation = evaluate_curve(loaded, curve_options(options.radii, options.p, target));
    curves.push_back(curve_document(loaded, evaluation, names[i]));
  }
  Document all = in_sequence(std::move(curves));
  if (!has_accuracy)
    all.add(
        "Certified accuracy follows for a budget: give --n and --alpha, and --sigma where no name has it.");
  deliver(all, options.output, options.paths);
  return 0;
}

int run_evaluate(const EvaluateOptions& options) {
  if (options.data && !options.per_class)
    fail(ErrorKind::kConfig, "evaluate: --data names classes, which only --per-class shows; give both");
  if (are_printed_curves(options.paths, "evaluate")) return evaluate_curves(options);
  ReadLogs read = load_readable_logs(options.paths, options.budget);
  const auto paths = paths_of(read.logs);
  const auto names = labelled_each(options.labels, short_names(paths), paths);
  std::vector<std::vector<std::string>> class_names;
  for (const LoadedLog& loaded : read.logs) {
    class_names.push_back(options.per_class ? class_names_of(options.data, loaded)
                                            : std::vector<std::string>());
  }
  const LogEvaluations found = evaluate_logs(std::move(read), names,
                                             {.radii = given_radii(options.radii),
                                              .p = p_grid(options.p),
                                              .confidence = options.confidence,
                                              .rho = options.rho,
                                              .per_class = options.per_class},
                                             class_names);
  deliver(evaluation_document(found), options.output, options.paths);
  return tell_unread(found.unread);
}

}  // namespace

int print_evaluation(const std::string& record, Format format) {
  EvaluateOptions options;
  options.paths = {record};
  options.output.format = format;
  return run_evaluate(options);
}

Command evaluate_command() {
  return with_options<EvaluateOptions>(
      {.name = "evaluate",
       .summary = "what certification logs say: certified accuracy, P(p_A >= p), ACR with its budget",
       .description =
           "Reads records of certus and logs of the field (tab-separated idx, label, predict, radius, "
           "correct, time). It prints the rows, abstentions, clean accuracy, certified accuracy with exact "
           "intervals over the test images, the distribution of p_A with a simultaneous band, and ACR with "
           "the budget it holds for. sigma, n and alpha come from the manifest beside the log, else from the "
           "options. Else they are inferred: sigma from noise_0.5 in the path, n and alpha from the lattice "
           "of radii. The output says which.\n"
           "Printed curves can be read, too (CSV with the columns radius and accuracy, or x and y for "
           "P(p_A >= x)). They give P(p_A >= p) with the bounds that the print leaves open, and certified "
           "accuracy at --n and --alpha.",
       .examples = {{"certus evaluate logs/noise_0.5.tsv --radii 0:0.25:1.75 --per-class",
                     "one log, with its classes"},
                    {"certus evaluate logs/*/noise_0.5.tsv --p 0.5:0.001:1 --format json -o curves.json",
                     "curves of several models for another program"}}},
      run_evaluate);
}

}  // namespace certus::cli
