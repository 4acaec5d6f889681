#include <cstdio>

#include "certus/base/error.h"
#include "certus/cli/arguments.h"
#include "certus/cli/commands.h"
#include "certus/report/gnuplot.h"
#include "certus/report/training_curves.h"

namespace certus::cli {
namespace {

int run_plot(const Arguments& arguments) {
  const auto path = arguments.text("--output");
  if (!path) fail(ErrorKind::kConfig, "--output is missing; give the figure's name, e.g. -o curves.png");
  const Overwrite overwrite = arguments.flag("--force") ? Overwrite::kAllow : Overwrite::kRefuse;
  check_figure_path(*path, overwrite);
  std::vector<TrainingCurve> runs;
  for (const std::string& file : arguments.positionals()) runs.push_back(read_training_curve(file));
  draw_figure(training_figure(runs), *path, overwrite);
  std::printf("%s: %zu run%s; script and data are beside it\n", path->c_str(), runs.size(),
              runs.size() == 1 ? "" : "s");
  return 0;
}

}  // namespace

Command plot_command() {
  using Kind = Option::Kind;
  return {
      .name = "plot",
      .summary = "figures of training runs: loss, accuracy, learning rate, images kept",
      .description =
          "Draws train.csv of one run, or of several in one figure, with gnuplot. The figure is SVG, PNG or "
          "PDF by its name; gnuplot's script and the data, with all digits, stay beside it, so that a paper "
          "can have its own look.",
      .positional = {.name = "TRAIN.CSV",
                     .help = "train.csv of training runs, 14 at most",
                     .least = 1,
                     .most = 14},
      .options = {{.name = "--output",
                   .kind = Kind::kText,
                   .value_name = "FILE",
                   .help = "figure to draw: .png, .svg or .pdf; has to be given",
                   .short_name = "-o"},
                  {.name = "--force", .kind = Kind::kFlag, .help = "replace an existing figure"}},
      .examples = {{"certus plot runs/gaussian/train.csv -o curves.png", "how a training goes, or went"},
                   {"certus plot runs/*/train.csv -o curves.pdf", "several runs beside each other"}},
      .run = run_plot};
}

}  // namespace certus::cli
