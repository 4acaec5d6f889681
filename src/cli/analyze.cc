#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/number_text.h"
#include "certus/certify/certification_parameters.h"
#include "certus/certify/image_selection.h"
#include "certus/cli/commands.h"
#include "certus/cli/gradient_loss.h"
#include "certus/cli/shared_options.h"
#include "certus/command_line/interrupt.h"
#include "certus/command_line/progress_line.h"
#include "certus/command_line/run_files.h"
#include "certus/data/dataset_parameters.h"
#include "certus/engines/engine_parameters.h"
#include "certus/model/model_parameters.h"
#include "certus/report/gnuplot.h"
#include "certus/study/attack_report.h"
#include "certus/study/estimate_engines.h"
#include "certus/study/gradnorm_report.h"

namespace certus::cli {
namespace {

struct AnalyzeOptions {
  std::vector<std::string> words;
  OpenOptions data{.split = Split::kTrain};
  LossOptions loss;
  std::optional<double> sigma;
  std::int64_t samples = 100;
  GradientParams gradient;
  ImageSelection selection;
  SphereAttackParams attack{.steps = 4};
  ModelOptions model_options;
  EngineChoice engine;
  std::optional<std::int64_t> threads;
  std::optional<std::string> figure, images;
  OutputOptions output;

  std::vector<std::string> models() const { return {words.begin() + 1, words.end()}; }

  void describe(CommandLine& line) {
    line.words("ACTION MODEL", words,
               "gradnorm or attack; model.onnx, or model.safetensors of an architecture certus knows", 1, 15);
    line.group("WHAT");
    certus::describe(line, data);
    loss.describe(line);
    describe_sigma(line, sigma).help =
        "noise level, for pixels in [0, 1]; must be given unless --method says it";
    line.add("samples", samples, "draws that p_A is estimated from").in(1, 1e6);
    line.add("draws", gradient.draws,
             "gradients of each image whose norms are averaged, each with different noise")
        .shown_as("M")
        .in(1, 1e4);
    describe_skip(line, selection.skip, "1");
    describe_max(line, selection.max);
    describe_attack(line);
    add_seed(line, gradient.seed, "number that chooses the noise; the same seed gives the same results")
        .rarely();
    certus::describe(line, model_options);
    describe_engine(line, engine, threads);
    line.group("OUTPUT");
    line.add("figure", figure, "figure to draw with gnuplot: .png, .svg or .pdf").shown_as("FILE");
    line.add("images", images, "CSV with one row per image").shown_as("FILE");
    output.describe(line);
  }

 private:
  void describe_attack(CommandLine& line) {
    line.add("steps", attack.steps, "attack: largest number of steps").shown_as("T").in(0, 1e4).rarely();
    line.add("step_size", attack.step_size,
             "attack: l2 length of a step; with --norm linf each pixel moves by E / sqrt(channels x height x "
             "width), as in training")
        .shown_as("E")
        .in(1e-6, 1e3)
        .rarely();
    line.add_choice("norm", attack.norm, sphere_norms(),
                    "attack: steps along the gradient (l2) or along its signs (linf)")
        .shown_as("P")
        .rarely();
  }
};

/// Fails when options do not fit the action, or each other.
void check_action(const AnalyzeOptions& options, const CommandLine& line) {
  const std::string& action = options.words.at(0);
  const bool attack = action == "attack";
  const std::size_t models = options.words.size() - 1;
  if (!attack && action != "gradnorm") fail_unknown_word("analyze", "action", action, {"gradnorm", "attack"});
  if (models == 0) fail(ErrorKind::kConfig, "analyze ", action, ": the model is missing");
  if (attack && models > 1) fail(ErrorKind::kConfig, "analyze attack: one model at a time, found ", models);
  if (!attack && line.first_of({"--steps", "--step-size", "--norm"}) != nullptr)
    fail(ErrorKind::kConfig, "--steps, --step-size and --norm are for analyze attack");
  if (attack && options.loss.is_given())
    fail(ErrorKind::kConfig, "--loss, --method and --set are for analyze gradnorm");
}

GradientAnalysis analysis_of(const AnalyzeOptions& options, const Dataset& data, double sigma) {
  GradientAnalysis analysis{.models = options.models(),
                            .names = model_names(options.models()),
                            .model_options = options.model_options,
                            .data = data,
                            .images = selected_images(options.selection, data.size()),
                            .samples = options.samples,
                            .gradient = options.gradient,
                            .make_engines = estimate_engines(options.engine, options.threads)};
  analysis.gradient.sigma = sigma;
  analysis.gradient.workers = static_cast<int>(options.threads.value_or(number_of_cores()));
  return analysis;
}

AnalysisReport report_of(const AnalyzeOptions& options, const GradientAnalysis& analysis,
                         const std::vector<LossChoice>& losses) {
  return options.words[0] == "gradnorm" ? gradnorm_report(analysis, losses)
                                        : attack_report(analysis, options.attack);
}

/// Files that cannot be written are found before the work, not after it.
void check_files(const AnalyzeOptions& options) {
  const Overwrite overwrite = options.output.overwrite;
  RunFiles files{.inputs = files_of(options.data), .outputs = {}};
  for (const std::string& model : options.models())
    for (const auto& file : files_of_model(model)) files.inputs.push_back(file);
  if (options.images) files.outputs.emplace_back(*options.images);
  if (options.output.output) files.outputs.emplace_back(*options.output.output);
  if (options.figure)
    for (const auto& drawn : figure_files(*options.figure)) files.outputs.push_back(drawn);
  check_outputs(files);
  if (options.figure) check_figure_path(*options.figure, overwrite);
  if (options.images) check_may_write(*options.images, overwrite);
  if (options.output.output) check_may_write(*options.output.output, overwrite);
}

int run_analyze(const AnalyzeOptions& options, const CommandLine& given) {
  check_action(options, given);
  const auto losses = options.loss.choices(options.words.size() - 1);
  const double sigma = sigma_of(options.sigma, losses);
  check_files(options);
  check_data(options.data, given);
  const auto data = open_dataset(options.data);
  GradientAnalysis analysis = analysis_of(options, *data, sigma);
  InterruptGuard interrupt;
  ProgressLine line(30.0);
  analysis.stop = interrupt.flag();
  analysis.on_progress = [&](const AnalysisProgress& p) {
    line.update([&] {
      return join_text(p.what, ": ", 100 * p.done / p.total, " % of ", grouped_text(p.total), " draws");
    });
  };
  try {
    const AnalysisReport report = report_of(options, analysis, losses);
    line.clear();
    if (options.images) write_file(*options.images, report.rows, options.output.overwrite);
    deliver(report.document, options.output, options.models());  // before gnuplot may be missing
    if (options.figure)
      draw_figure(report.figure, *options.figure, FigureSize::kScreen, options.output.overwrite);
    return 0;
  } catch (const Interrupted&) {
    line.note("interrupted: nothing was written");
    return kInterrupted;
  }
}

}  // namespace

Command analyze_command() {
  return command_of("analyze", run_analyze);
}

}  // namespace certus::cli
