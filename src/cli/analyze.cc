#include <algorithm>
#include <thread>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/certify/image_selection.h"
#include "certus/cli/commands.h"
#include "certus/cli/gradient_loss.h"
#include "certus/cli/interrupt.h"
#include "certus/cli/network_options.h"
#include "certus/cli/option_forms.h"
#include "certus/cli/progress_line.h"
#include "certus/cli/run_options.h"
#include "certus/cli/shared_options.h"
#include "certus/report/gnuplot.h"
#include "certus/report/log_names.h"
#include "certus/study/attack_report.h"
#include "certus/study/gradnorm_report.h"

namespace certus::cli {
namespace {

using Kind = Option::Kind;

/// For tables and figures: without the folder they share and without the ending.
std::vector<std::string> names_of(const std::vector<std::string>& paths) {
  std::vector<std::string> names = paths.size() == 1
                                       ? std::vector{std::filesystem::path(paths.front()).filename().string()}
                                       : short_names(paths);
  for (std::string& name : names) {
    for (const std::string_view ending : {".safetensors", ".onnx"}) {
      if (name.size() > ending.size() && name.ends_with(ending)) name.resize(name.size() - ending.size());
    }
  }
  return names;
}

/// Fails when options do not fit the action, or each other.
void check_arguments(const Arguments& arguments) {
  const auto& words = arguments.positionals();
  const std::string& action = words.at(0);
  const bool attack = action == "attack";
  if (!attack && action != "gradnorm") {
    fail_unknown_word("analyze", "action", action, {"gradnorm", "attack"});
  }
  if (words.size() < 2) fail(ErrorKind::kConfig, "analyze ", action, ": the model is missing");
  if (attack && words.size() > 2)
    fail(ErrorKind::kConfig, "analyze attack: one model at a time, found ", words.size() - 1);
  if (!attack && (arguments.integer("--steps") || arguments.real("--step-size") || arguments.text("--norm")))
    fail(ErrorKind::kConfig, "--steps, --step-size and --norm are for analyze attack");
  if (attack) refuse_loss_options(arguments);
}

GradientAnalysis analysis_of(const Arguments& arguments, const Dataset& data, double sigma) {
  const auto& words = arguments.positionals();
  const std::vector<std::string> models{words.begin() + 1, words.end()};
  const std::int64_t cores = std::max(1U, std::thread::hardware_concurrency());
  return {
      .models = models,
      .names = names_of(models),
      .model_options = {.architecture = arguments.text("--arch"),
                        .normalization = arguments.text("--normalize")},
      .data = data,
      .images = selected_images(
          {.max = arguments.integer("--max"), .skip = arguments.integer_or_default("--skip")}, data.size()),
      .samples = arguments.integer_or_default("--samples"),
      .gradient = {.sigma = sigma,
                   .draws = arguments.integer_or_default("--draws"),
                   .seed = static_cast<std::uint64_t>(arguments.integer_or_default("--seed")),
                   .workers = static_cast<int>(arguments.integer("--threads").value_or(cores))},
      .make_engines = engine_maker(arguments)};
}

AnalysisReport report_of(const Arguments& arguments, const GradientAnalysis& analysis,
                         const std::vector<LossChoice>& losses) {
  if (arguments.positionals()[0] == "gradnorm") return gradnorm_report(analysis, losses);
  return attack_report(analysis, {.steps = arguments.integer_or_default("--steps"),
                                  .step_size = arguments.real_or_default("--step-size"),
                                  .norm = sphere_norm_of(arguments.text_or_default("--norm"))});
}

int run_analyze(const Arguments& arguments) {
  check_arguments(arguments);
  const auto losses = loss_choices(arguments, arguments.positionals().size() - 1);
  const double sigma = sigma_of(arguments, losses);
  const Overwrite overwrite = arguments.flag("--force") ? Overwrite::kAllow : Overwrite::kRefuse;
  const auto figure = arguments.text("--figure"), images = arguments.text("--images");
  if (figure) check_figure_path(*figure, overwrite);
  if (images) check_may_write(*images, overwrite);
  if (const auto path = arguments.text("--output")) check_may_write(*path, overwrite);
  const auto data = open_dataset_of(arguments);
  GradientAnalysis analysis = analysis_of(arguments, *data, sigma);
  InterruptGuard interrupt;
  ProgressLine line(30.0);
  analysis.stop = interrupt.flag();
  analysis.on_progress = [&](const AnalysisProgress& p) {
    line.update([&] {
      return join_text(p.what, ": ", 100 * p.done / p.total, " % of ", grouped_text(p.total), " draws");
    });
  };
  try {
    const AnalysisReport report = report_of(arguments, analysis, losses);
    line.clear();
    if (images) write_file(*images, report.rows, overwrite);
    deliver(report.document, arguments);  // before gnuplot may be missing
    if (figure) draw_figure(report.figure, *figure, FigureSize::kScreen, overwrite);
    return 0;
  } catch (const Interrupted&) {
    line.note("interrupted: nothing was written");
    return kInterrupted;
  }
}

Option study_sigma_option() {
  Option option = sigma_option();
  option.help = "noise level, for pixels in [0, 1]; has to be given unless --method says it";
  return option;
}

std::vector<Option> analyze_options() {
  return data_options(Split::kTrain) + loss_options() +
         std::vector<Option>{
             study_sigma_option(),
             number_option(Kind::kInteger, "--samples", "N", "draws that p_A is estimated from", "100",
                           {1, 1e6}),
             number_option(Kind::kInteger, "--draws", "M",
                           "gradients of each image whose norms are averaged, each at other noise", "1",
                           {1, 1e4}),
             skip_option("1"),
             max_option(),
             number_option(Kind::kInteger, "--steps", "T", "attack: steps, at most", "4", {0, 1e4}),
             number_option(Kind::kReal, "--step-size", "E",
                           "attack: l2 length of a step; with --norm linf each pixel moves by E / "
                           "sqrt(channels x height x width), as in training",
                           "0.25", {1e-6, 1e3}),
             choice_option("--norm", "P", "attack: steps along the gradient (l2) or along its signs (linf)",
                           "l2", {"l2", "linf"}),
             seed_option("which noise; the same seed gives the same numbers"),
             threads_option()} +
         engine_options() + model_options() +
         std::vector<Option>{
             text_option("--figure", "FILE", "figure to draw with gnuplot: .png, .svg or .pdf"),
             text_option("--images", "FILE", "CSV with a row for each image")} +
         output_options();
}

}  // namespace

Command analyze_command() {
  return {
      .name = "analyze",
      .summary = "gradient norms of easy and hard images, before and after the sphere attack",
      .description =
          "gradnorm: for every image the l2 norm of the gradient of its loss with respect to all learned "
          "parameters, averaged over easy (p_A > 0.5) and hard images, for each model. The loss is that of "
          "the model's training method (--method): of a step that holds this image alone, at the settings of "
          "the last epoch, with the method's noise copies, attacks and regularisers. A second column "
          "multiplies the norm by the number of draws of the image that an epoch is expected to make, which "
          "discard and reweight change. Without --method it is the plain cross entropy at one noise draw, "
          "which says how a model answers to one common loss, not how it was trained.\n"
          "attack: the norm of the gradient of the plain cross entropy before and after the sphere attack on "
          "the noise, with the share of draws that it turns wrong and the steps it takes.\n"
          "p_A is the share of noise draws that give the label; gradients use other draws. Batch norm uses "
          "its running statistics, and images are not augmented. Gradients depend on how a network is "
          "parametrised: compare models of one architecture, as trained.",
      .positional =
          {.name = "ACTION MODEL",
           .help = "gradnorm or attack; model.onnx, or model.safetensors of an architecture certus knows",
           .least = 1,
           .most = 15},
      .options = analyze_options(),
      .examples = {{"certus analyze gradnorm gaussian.safetensors ours.safetensors --data cifar10 --skip 50 "
                    "--method cifar10/gaussian-0.50 --method cifar10/easy-focus-0.50 --figure norms.png",
                    "1,000 training images, each model under the loss it was trained with"},
                   {"certus analyze gradnorm gaussian.safetensors ours.safetensors --data cifar10 --skip 50 "
                    "--loss cross-entropy --sigma 0.5",
                    "both models under the plain cross entropy"},
                   {"certus analyze attack gaussian.safetensors --data cifar10 --sigma 0.5 --skip 50 --draws "
                    "4 --steps 6 "
                    "--figure attack.pdf --images attack.csv",
                    "what the attack of the training recipe does to them"}},
      .run = run_analyze};
}

}  // namespace certus::cli
