#include <algorithm>
#include <thread>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/number_text.h"
#include "certus/certify/image_selection.h"
#include "certus/cli/commands.h"
#include "certus/cli/gradient_loss.h"
#include "certus/cli/interrupt.h"
#include "certus/cli/network_options.h"
#include "certus/cli/progress_line.h"
#include "certus/cli/shared_options.h"
#include "certus/report/gnuplot.h"
#include "certus/study/attack_report.h"
#include "certus/study/gradnorm_report.h"

namespace certus::cli {
namespace {

struct AnalyzeOptions {
  std::vector<std::string> words;
  DataOptions data;
  LossOptions loss;
  std::optional<double> sigma;
  std::int64_t samples = 100, draws = 1;
  std::optional<std::int64_t> skip, max;
  std::optional<std::int64_t> steps;
  std::optional<double> step_size;
  std::optional<std::string> norm;
  std::int64_t seed = 0;
  ModelOptions model_options;
  EngineOptions engine;
  std::optional<std::string> figure, images;
  OutputOptions output;

  std::vector<std::string> models() const { return {words.begin() + 1, words.end()}; }

  void describe(CommandLine& line) {
    line.words("ACTION MODEL", words,
               "gradnorm or attack; model.onnx, or model.safetensors of an architecture certus knows", 1, 15);
    line.group("WHAT");
    data.describe(line, Split::kTrain);
    loss.describe(line);
    add_sigma(line, sigma).help =
        "noise level, for pixels in [0, 1]; has to be given unless --method says it";
    line.add("samples", samples, "draws that p_A is estimated from").in(1, 1e6);
    line.add("draws", draws, "gradients of each image whose norms are averaged, each with different noise")
        .shown_as("M")
        .in(1, 1e4);
    add_skip(line, skip, "1");
    add_max(line, max);
    describe_attack(line);
    add_seed(line, seed, "which noise; the same seed gives the same numbers").rarely();
    add_model(line, model_options);
    engine.describe(line);
    line.group("OUTPUT");
    line.add("figure", figure, "figure to draw with gnuplot: .png, .svg or .pdf").shown_as("FILE");
    line.add("images", images, "CSV with one row per image").shown_as("FILE");
    output.describe(line);
  }

 private:
  void describe_attack(CommandLine& line) {
    line.add("steps", steps, "attack: largest number of steps")
        .shown_as("T")
        .usually("4")
        .in(0, 1e4)
        .rarely();
    line.add("step_size", step_size,
             "attack: l2 length of a step; with --norm linf each pixel moves by E / sqrt(channels x height x "
             "width), as in training")
        .shown_as("E")
        .usually("0.25")
        .in(1e-6, 1e3)
        .rarely();
    line.add("norm", norm, "attack: steps along the gradient (l2) or along its signs (linf)")
        .shown_as("P")
        .usually("l2")
        .one_of({"l2", "linf"})
        .rarely();
  }
};

/// Fails when options do not fit the action, or each other.
void check_action(const AnalyzeOptions& options) {
  const std::string& action = options.words.at(0);
  const bool attack = action == "attack";
  const std::size_t models = options.words.size() - 1;
  if (!attack && action != "gradnorm") fail_unknown_word("analyze", "action", action, {"gradnorm", "attack"});
  if (models == 0) fail(ErrorKind::kConfig, "analyze ", action, ": the model is missing");
  if (attack && models > 1) fail(ErrorKind::kConfig, "analyze attack: one model at a time, found ", models);
  if (!attack && (options.steps || options.step_size || options.norm))
    fail(ErrorKind::kConfig, "--steps, --step-size and --norm are for analyze attack");
  if (attack && options.loss.is_given())
    fail(ErrorKind::kConfig, "--loss, --method and --set are for analyze gradnorm");
}

GradientAnalysis analysis_of(const AnalyzeOptions& options, const Dataset& data, double sigma) {
  const std::int64_t cores = std::max(1U, std::thread::hardware_concurrency());
  return {.models = options.models(),
          .names = model_names(options.models()),
          .model_options = options.model_options,
          .data = data,
          .images = selected_images({.max = options.max, .skip = options.skip.value_or(1)}, data.size()),
          .samples = options.samples,
          .gradient = {.sigma = sigma,
                       .draws = options.draws,
                       .seed = static_cast<std::uint64_t>(options.seed),
                       .workers = static_cast<int>(options.engine.threads.value_or(cores))},
          .make_engines = engine_maker(options.engine)};
}

AnalysisReport report_of(const AnalyzeOptions& options, const GradientAnalysis& analysis,
                         const std::vector<LossChoice>& losses) {
  if (options.words[0] == "gradnorm") return gradnorm_report(analysis, losses);
  return attack_report(analysis, {.steps = options.steps.value_or(4),
                                  .step_size = options.step_size.value_or(0.25),
                                  .norm = sphere_norm_of(options.norm.value_or("l2"))});
}

int run_analyze(const AnalyzeOptions& options) {
  check_action(options);
  const auto losses = options.loss.choices(options.words.size() - 1);
  const double sigma = sigma_of(options.sigma, losses);
  const Overwrite overwrite = options.output.force ? Overwrite::kAllow : Overwrite::kRefuse;
  if (options.figure) check_figure_path(*options.figure, overwrite);
  if (options.images) check_may_write(*options.images, overwrite);
  if (options.output.output) check_may_write(*options.output.output, overwrite);
  const auto data = open_dataset(options.data.open_options(Split::kTrain));
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
    if (options.images) write_file(*options.images, report.rows, overwrite);
    deliver(report.document, options.output, options.words);  // before gnuplot may be missing
    if (options.figure) draw_figure(report.figure, *options.figure, FigureSize::kScreen, overwrite);
    return 0;
  } catch (const Interrupted&) {
    line.note("interrupted: nothing was written");
    return kInterrupted;
  }
}

}  // namespace

Command analyze_command() {
  return with_options<AnalyzeOptions>(
      {.name = "analyze",
       .summary = "gradient norms of easy and hard images, before and after the sphere attack",
       .description =
           "gradnorm: for every image the l2 norm of the gradient of its loss with respect to all learned "
           "parameters, averaged over easy (p_A > 0.5) and hard images, for each model. attack: the norm of "
           "the gradient of the plain cross entropy before and after the sphere attack on the noise, with "
           "the "
           "share of draws that it turns wrong and the steps it takes.\n"
           "The loss of gradnorm is that of the model's training method (--method): the loss of a step that "
           "has only this image, at the settings of the last epoch, with the method's noise copies, attacks "
           "and regularisers. A second column multiplies the norm by the number of draws of the image that "
           "are expected in an epoch, which discard and reweight change. Without --method the loss is the "
           "plain cross entropy at one noise draw. It shows how models respond to one common loss, not how "
           "they were trained.\n"
           "p_A is the share of noise draws that give the label; gradients use other draws. Batch norm uses "
           "its running statistics, and images are not augmented. Gradients depend on how a network is "
           "parametrised: compare models of one architecture, as trained.",
       .examples =
           {{"certus analyze gradnorm gaussian.safetensors ours.safetensors --data cifar10 --skip 50 "
             "--method cifar10/gaussian-0.50 --method cifar10/easy-focus-0.50 --figure norms.png",
             "1,000 training images, each model under the loss it was trained with"},
            {"certus analyze attack gaussian.safetensors --data cifar10 --sigma 0.5 --skip 50 --draws "
             "4 --steps 6 --figure attack.pdf --images attack.csv",
             "what the attack of the training recipe does to the gradients of one model"},
            {"certus analyze gradnorm gaussian.safetensors ours.safetensors --data cifar10 --skip 50 "
             "--loss cross-entropy --sigma 0.5",
             "both models under the plain cross entropy"}}},
      run_analyze);
}

}  // namespace certus::cli
