#include "certus/cli/evaluate.h"

#include "certus/base/error.h"
#include "certus/cli/class_labels.h"
#include "certus/cli/commands.h"
#include "certus/cli/printed_curves.h"
#include "certus/cli/shared_options.h"
#include "certus/cli/unread_logs.h"
#include "certus/metrics/analysis_parameters.h"
#include "certus/metrics/labels.h"
#include "certus/report/curve_document.h"
#include "certus/report/evaluation_document.h"
#include "certus/report/log_names.h"

namespace certus::cli {
namespace {

struct EvaluateOptions {
  std::vector<std::string> paths;
  EvaluationOptions shown;
  std::optional<std::string> data;
  Labels labels;
  BudgetOptions budget;
  OutputOptions output;

  void describe(CommandLine& line) {
    line.words("LOG|CURVE", paths, "certification or prediction log, or printed curve (CSV)", 1, 10'000);
    line.group("WHAT");
    describe_radii(line, shown.radii);
    describe_p(line, shown.p);
    line.add("per_class", shown.per_class, "show the same for every true class, and name the worst one");
    add_class_data(line, data);
    labels.describe(line);
    describe_confidence(line, shown.confidence);
    describe_rho(line, shown.rho);
    certus::describe(line, budget);
    output.describe(line);
  }
};

/// Printed curves, each by itself.
int evaluate_curves(const EvaluateOptions& options, const CommandLine& line) {
  if (options.shown.per_class)
    fail(ErrorKind::kConfig, "evaluate: --per-class needs a log; a printed curve has no classes");
  std::vector<Document> curves;
  bool has_accuracy = true;
  const auto names = options.labels.of_each(options.paths, options.paths);
  for (std::size_t i = 0; i < options.paths.size(); ++i) {
    const LoadedCurve loaded = load_curve(options.paths[i], options.budget);
    const auto target = target_budget(loaded, options.budget, {});
    has_accuracy = has_accuracy && target;
    const auto evaluation =
        evaluate_curve(loaded, CurveOptions{.target = target,
                                            .radii = options.shown.radii,
                                            .p = line.has("--p") ? options.shown.p : std::vector<double>()});
    curves.push_back(curve_document(loaded, evaluation, names[i]));
  }
  Document all = in_sequence(std::move(curves));
  if (!has_accuracy)
    all.add(
        "Certified accuracy follows for a budget: give --n and --alpha, and --sigma where no name has it.");
  deliver(all, options.output, options.paths);
  return 0;
}

int run_evaluate(const EvaluateOptions& options, const CommandLine& line) {
  const bool per_class = options.shown.per_class;
  if (options.data && !per_class)
    fail(ErrorKind::kConfig, "evaluate: --data names classes, which only --per-class shows; give both");
  if (are_printed_curves(options.paths, "evaluate")) return evaluate_curves(options, line);
  ReadLogs read = load_readable_logs(options.paths, options.budget);
  const auto paths = paths_of(read.logs);
  const auto names = options.labels.of_each(short_names(paths), paths);
  std::vector<std::vector<std::string>> class_names;
  for (const LoadedLog& loaded : read.logs) {
    class_names.push_back(per_class ? class_names_of(options.data, loaded) : std::vector<std::string>());
  }
  const LogEvaluations found = evaluate_logs(std::move(read), names, options.shown, class_names);
  deliver(evaluation_document(found), options.output, options.paths);
  return tell_unread(found.unread);
}

}  // namespace

int print_evaluation(const std::string& record, Format format) {
  EvaluateOptions options;
  options.paths = {record};
  options.output.format = format;
  return run_evaluate(options, CommandLine("evaluate"));
}

Command evaluate_command() {
  return command_of("evaluate", run_evaluate);
}

}  // namespace certus::cli
