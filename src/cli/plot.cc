#include <algorithm>
#include <cmath>
#include <cstdio>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/number_text.h"
#include "certus/base/utf8.h"
#include "certus/cli/commands.h"
#include "certus/cli/labels.h"
#include "certus/cli/log_set.h"
#include "certus/cli/printed_curves.h"
#include "certus/cli/shared_options.h"
#include "certus/metrics/grid.h"
#include "certus/report/concept_figure.h"
#include "certus/report/gnuplot.h"
#include "certus/report/gradient_norm_figure.h"
#include "certus/report/log_set_figures.h"
#include "certus/report/radius_figure.h"
#include "certus/report/toy_figure.h"
#include "certus/report/training_runs.h"
#include "certus/report/weight_figure.h"

namespace certus::cli {
namespace {

using Kind = Option::Kind;
using Paths = std::vector<std::string>;

/// Logs, and printed curves beside them.
struct Shown {
  LogSet set;
  std::vector<ShownCurve> curves;
};

Shown shown_of(const Arguments& arguments, const Paths& paths, const BudgetChange& change) {
  Paths log_paths;
  Paths curve_paths;
  for (const std::string& path : paths) (is_printed_curve(path) ? curve_paths : log_paths).push_back(path);
  for (const char* option : {"--bands", "--best", "--shared-images", "--by"}) {
    if (!curve_paths.empty() && arguments.flag(option)) {
      fail(ErrorKind::kConfig, "plot: ", option, " needs logs of images, and ", curve_paths.front(),
           " is a printed curve");
    }
  }
  NamedLogs named = load_log_set(arguments, log_paths, change, curve_paths);
  Shown shown{.set = std::move(named.set), .curves = {}};
  for (std::size_t i = 0; i < curve_paths.size(); ++i)
    shown.curves.push_back({named.beside[i], load_curve(curve_paths[i], log_budget(arguments))});
  return shown;
}

Bands bands_of(const Arguments& arguments) {
  return arguments.flag("--bands") ? Bands::kDrawn : Bands::kNone;
}

Figure accuracy(const Arguments& arguments, const Paths& paths) {
  const BudgetChange change = budget_change(arguments);
  const bool best = arguments.flag("--best");
  if (best && arguments.flag("--bands")) {
    fail(ErrorKind::kConfig,
         "plot accuracy: --bands has no meaning with --best, whose curves are chosen by "
         "the same images; give one of them");
  }
  const AccuracyFigureParams params{.change = change,
                                    .radii = given_radii(arguments),
                                    .best_over_sigma = best,
                                    .bands = bands_of(arguments),
                                    .confidence = arguments.real_or_default("--confidence")};
  Shown shown = shown_of(arguments, paths, change);
  for (ShownCurve& curve : shown.curves) curve.target = expect_target_budget(curve.loaded, arguments, change);
  return log_set_accuracy_figure(shown.set, params, shown.curves);
}

Figure p_a(const Arguments& arguments, const Paths& paths) {
  const Shown shown = shown_of(arguments, paths, {});
  return log_set_p_a_figure(shown.set, bands_of(arguments), arguments.real_or_default("--confidence"),
                            shown.curves);
}

Figure sweep(const Arguments& arguments, const Paths& paths) {
  if (!arguments.text("--by")) {
    fail(ErrorKind::kConfig,
         "plot sweep: --by is missing; give the setting of training that the runs differ in, e.g. --by "
         "sphere_attack.steps");
  }
  std::vector<SweepMetric> metrics;
  for (const std::string& text : arguments.texts("--metric")) metrics.push_back(SweepMetric::parse(text));
  if (metrics.empty()) metrics = {SweepMetric::parse("accuracy:0"), SweepMetric::parse("acr")};
  return log_set_sweep_figure(load_log_set(arguments, paths, {}).set, metrics);
}

/// The budget that a figure without logs thinks about.
Budget budget_or(const Arguments& arguments, std::int64_t n) {
  return {.n = n,
          .alpha = arguments.real("--alpha").value_or(0.001),
          .sigma = arguments.real("--sigma").value_or(1.0)};
}

Figure radius(const Arguments& arguments, const Paths&) {
  const auto counts = arguments.text("--counts");
  if (counts && arguments.text("--n"))
    fail(ErrorKind::kConfig, "plot radius: give --n or --counts, not both");
  std::vector<double> votes{static_cast<double>(arguments.integer("--n").value_or(100'000))};
  if (counts) votes = parse_grid(*counts, "--counts", 1, 1e9);
  std::vector<Budget> budgets;
  for (const double n : votes) {
    if (n != std::floor(n)) fail(ErrorKind::kConfig, "--counts has ", n, ", expected whole numbers of votes");
    budgets.push_back(budget_or(arguments, static_cast<std::int64_t>(n)));
  }
  return radius_figure(budgets);
}

Figure weight(const Arguments& arguments, const Paths&) {
  return weight_figure(sampling_weight_of(arguments));
}

Figure toy(const Arguments& arguments, const Paths&) {
  const std::int64_t n = arguments.integer("--n").value_or(10'000);
  if (n < 20 || n > 1'000'000)
    fail(ErrorKind::kConfig, "plot toy: --n is ", n, ", expected the most votes to show, 20 to 1000000");
  return toy_figure(arguments.real("--p-a").value_or(0.9), budget_or(arguments, n));
}

Figure concept_picture(const Arguments& arguments, const Paths&) {
  return concept_figure(concept_models(), budget_or(arguments, arguments.integer("--n").value_or(100'000)));
}

Figure gradnorm(const Arguments& arguments, const Paths& paths) {
  std::for_each(paths.begin(), paths.end(), check_can_read_twice);
  const auto attacks = std::count_if(paths.begin(), paths.end(), is_attack_table);
  if (attacks != 0 && attacks != std::ssize(paths)) {
    fail(ErrorKind::kConfig, "plot gradnorm: ", attacks, " of ", paths.size(),
         " files are of analyze attack, the others are not; draw them apart");
  }
  const auto relabel = [&](auto& models) {
    std::vector<std::string> names;
    for (const auto& model : models) names.push_back(model.model);
    names = labelled(arguments, names);
    for (std::size_t i = 0; i < models.size(); ++i) models[i].model = names[i];
  };
  if (attacks > 0) {
    std::vector<AttackedNorms> models;
    for (const std::string& path : paths) models.push_back(read_attacked_norms(path));
    relabel(models);
    return attack_figure(models);
  }
  std::vector<GradientNorms> models;
  for (const std::string& path : paths) {
    for (GradientNorms& model : read_gradient_norms(path)) models.push_back(std::move(model));
  }
  relabel(models);
  return gradient_norm_figure(models);
}

Figure training(const Arguments& arguments, const Paths& paths) {
  std::vector<TrainingCurve> runs;
  for (const std::string& path : paths) runs.push_back(read_training_curve(path));
  const auto names = labelled_logs(arguments, run_names(runs, paths), paths);
  for (std::size_t i = 0; i < runs.size(); ++i) runs[i].name = names[i];
  return training_runs_figure(std::move(runs), paths);
}

/// One kind of figure: what it reads, and which options mean something for it.
struct FigureKind {
  const char* name;
  const char* files;  ///< what it reads; empty: nothing
  std::size_t most_files;
  std::vector<std::string> options;
  Figure (*make)(const Arguments&, const Paths&);
};

const std::vector<FigureKind>& figure_kinds() {
  static const std::vector<FigureKind> kinds = {
      {"accuracy",
       "LOG",
       10'000,
       {"--to-n", "--to-alpha", "--best", "--bands", "--confidence", "--radii", "--sigma", "--n", "--alpha",
        "--shared-images", "--mixed", "--label", "--by"},
       accuracy},
      {"p-a",
       "LOG",
       10'000,
       {"--bands", "--confidence", "--sigma", "--n", "--alpha", "--shared-images", "--mixed", "--label",
        "--by"},
       p_a},
      {"sweep",
       "LOG",
       10'000,
       {"--by", "--metric", "--sigma", "--n", "--alpha", "--shared-images", "--mixed", "--label"},
       sweep},
      {"radius", "", 0, {"--counts", "--sigma", "--n", "--alpha"}, radius},
      {"weight", "", 0, {"--n", "--alpha"}, weight},
      {"toy", "", 0, {"--p-a", "--sigma", "--n", "--alpha"}, toy},
      {"concept", "", 0, {"--sigma", "--n", "--alpha"}, concept_picture},
      {"gradnorm", "IMAGES.CSV", 14, {"--label"}, gradnorm},
      {"training", "TRAIN.CSV", 1000, {"--label"}, training}};
  return kinds;
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i)
    out += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  return out;
}

const FigureKind& kind_of(const std::string& word) {
  std::vector<std::string> names;
  for (const FigureKind& kind : figure_kinds()) {
    if (kind.name == word) return kind;
    names.emplace_back(kind.name);
  }
  fail_unknown_word("plot", "figure", word, names);
}

/// An option that means nothing for a figure is an error, not ignored.
void check_options(const Arguments& arguments, const FigureKind& kind) {
  for (const FigureKind& other : figure_kinds()) {
    for (const std::string& option : other.options) {
      const bool is_list = option == "--label" || option == "--metric";
      const bool given = is_list ? !arguments.texts(option).empty() : arguments.flag(option);
      if (!given || std::find(kind.options.begin(), kind.options.end(), option) != kind.options.end())
        continue;
      std::vector<std::string> owners;
      for (const FigureKind& owner : figure_kinds()) {
        if (std::find(owner.options.begin(), owner.options.end(), option) != owner.options.end())
          owners.emplace_back(owner.name);
      }
      fail(ErrorKind::kConfig, "plot ", kind.name, ": ", option, " is for ", joined(owners));
    }
  }
}

FigureSize size_of(const Arguments& arguments) {
  const std::string size = arguments.text_or_default("--size");
  return size == "page" ? FigureSize::kPage : size == "screen" ? FigureSize::kScreen : FigureSize::kColumn;
}

int run_plot(const Arguments& arguments) {
  const FigureKind& kind = kind_of(arguments.positionals().front());
  const Paths files(arguments.positionals().begin() + 1, arguments.positionals().end());
  if (files.size() > kind.most_files) {
    fail(ErrorKind::kConfig, "plot ", kind.name, ": '", files[kind.most_files], "' is one file too many, ",
         kind.most_files == 0 ? "it reads none" : join_text("expected at most ", kind.most_files));
  }
  if (files.empty() && kind.most_files > 0)
    fail(ErrorKind::kConfig, "plot ", kind.name, ": ", kind.files, " is missing");
  check_options(arguments, kind);
  const auto path = arguments.text("--output");
  if (!path)
    fail(ErrorKind::kConfig, "--output is missing; give the figure's name, e.g. -o ", kind.name, ".pdf");
  const Overwrite overwrite = arguments.flag("--force") ? Overwrite::kAllow : Overwrite::kRefuse;
  check_figure_path(*path, overwrite);
  for (const auto& file : figure_files(*path)) check_is_no_input(file.string(), arguments);
  const Figure figure = kind.make(arguments, files);
  for (const std::string& note : figure.notes) std::printf("%s\n", one_line(note).c_str());
  const std::size_t replaced = draw_figure(figure, *path, size_of(arguments), overwrite);
  if (replaced > 0) {
    std::printf(
        "%zu character%s that fonts may lack %s drawn as '?'; an SVG keeps %s, --label replaces names\n",
        replaced, replaced == 1 ? "" : "s", replaced == 1 ? "is" : "are", replaced == 1 ? "it" : "them");
  }
  std::printf("%s is drawn; script and data are beside it\n", path->c_str());
  return 0;
}

/// --sigma, --n and --alpha: of logs, or of the budget that a figure without logs thinks about.
std::vector<Option> plot_budget_options() {
  std::vector<Option> options = log_budget_options();
  for (Option& option : options) {
    if (option.name == "--sigma") option.help += "; radius, toy, concept: their own (default: 1)";
    if (option.name == "--n")
      option.help +=
          "; radius, concept: their own (default: 100000); toy: the most (default: 10000); weight: copies "
          "(default: 16)";
    if (option.name == "--alpha")
      option.help += "; radius, toy, concept: their own (default: 0.001), weight, too (default: 0.1)";
  }
  return options;
}

std::vector<Option> plot_options() {
  return std::vector<Option>{
             {.name = "--size",
              .kind = Kind::kChoice,
              .value_name = "S",
              .help = "one column of a paper (3.25 inches), a page of two columns (6.75 inches), or a screen",
              .default_text = "column",
              .choices = {"column", "page", "screen"}},
             label_option(),
             by_option("accuracy, p-a, sweep: a sweep over this setting of training, such as "
                       "sphere_attack.steps; values come from config.toml beside a log, else from a folder "
                       "called KEY=VALUE"),
             {.name = "--metric",
              .kind = Kind::kText,
              .value_name = "M",
              .help = "sweep: acr, accuracy:R at a radius R or p_a:P, the share of images with p_A >= P; may "
                      "be given several times (default: accuracy:0 and acr)",
              .repeatable = true},
             {.name = "--best",
              .kind = Kind::kFlag,
              .help = "accuracy: the best over sigma, one curve a method"},
             {.name = "--bands",
              .kind = Kind::kFlag,
              .help = "accuracy: exact intervals over the images at each radius; p-a: a simultaneous band"},
             confidence_option(),
             {.name = "--radii",
              .kind = Kind::kText,
              .value_name = "A:STEP:B|LIST",
              .help =
                  "accuracy: radii, as a range or a list (default: so dense that steps look like curves)"},
             shared_images_option(),
             mixed_option(),
             {.name = "--p-a",
              .kind = Kind::kReal,
              .value_name = "P",
              .help = "toy: p_A of the classifier (default: 0.9)",
              .low = 0,
              .high = 1},
             {.name = "--counts",
              .kind = Kind::kText,
              .value_name = "LIST",
              .help = "radius: several numbers of votes, a curve each"}} +
         budget_change_options() + plot_budget_options() +
         std::vector<Option>{{.name = "--output",
                              .kind = Kind::kText,
                              .value_name = "FILE",
                              .help = "figure to draw: .pdf, .svg or .png; has to be given",
                              .short_name = "-o"},
                             {.name = "--force", .kind = Kind::kFlag, .help = "replace an existing figure"}};
}

}  // namespace

Command plot_command() {
  return {
      .name = "plot",
      .summary =
          "figures for papers: certified accuracy, p_A, sweeps, radius, weight, theory, gradient norms, "
          "training",
      .description =
          "accuracy: certified accuracy of logs over the radius; a colour for each method, a dash for each "
          "sigma.\n"
          "p-a: P(p_A >= p) of logs over p, on a probit axis: the distribution to compare models by. From 0 "
          "on for records that hold all votes, from 1/2 on for other logs.\n"
          "Both also draw printed curves, alone or beside logs: CSV with the columns radius and accuracy "
          "(with --n and --alpha), or x and y for P(p_A >= x); sigma from --sigma or from a name such as "
          "ours_0.5.csv.\n"
          "sweep: metrics of logs over a setting of training (--by KEY); with --by, accuracy and p-a show a "
          "curve for each of its values.\n"
          "radius: certified radius and its sensitivity against p_A.\n"
          "weight: sampling weight of the paper's training method, beside the certified radius.\n"
          "toy: ACR of the classifier that always answers the same, and of one with --p-a on every image, "
          "over the number of votes.\n"
          "concept: what ACR rewards, on two made-up distributions of p_A.\n"
          "gradnorm: gradient norms of easy and hard images, before and after the sphere attack, from the "
          "--images of certus analyze.\n"
          "training: loss, accuracy, learning rate and images kept, from train.csv of runs.\n"
          "Logs and runs that differ by the seed of training alone are one curve: the mean over the seeds, "
          "with a band or error bars from the lowest to the highest of them.\n"
          "Draws with gnuplot, as PDF, SVG or PNG by the name of the figure. The data, with all digits, and "
          "gnuplot's script stay beside it, so that a paper can have its own look. What a caption should "
          "say, as the budget, is printed and stands in the data.",
      .positional = {.name = "KIND FILE",
                     .help = "accuracy, p-a, sweep, radius, weight, toy, concept, gradnorm or training; then "
                             "the files it reads",
                     .least = 1,
                     .most = 10'001},
      .options = plot_options(),
      .examples =
          {{"certus plot accuracy logs/*/noise_*.tsv -o accuracy.pdf", "every method and sigma"},
           {"certus plot accuracy logs/*/noise_*.tsv --best --to-n 1000 --size page -o best.pdf",
            "the best over sigma with 1,000 votes"},
           {"certus plot p-a logs/{gaussian,ours}/noise_0.5.tsv --bands --label ours=Ours -o p_a.svg",
            "two distributions with their bands"},
           {"certus plot sweep cells/easy-focus/*/noise_0.50/seed-*/*.tsv --by sphere_attack.steps --metric "
            "accuracy:0.5 --metric p_a:0.99 -o sweep.pdf",
            "two metrics over a setting of training, with error bars over seeds"},
           {"certus plot p-a ecdf/*_0.5.csv -o published.pdf", "curves that a paper published"},
           {"certus plot radius --counts 1000,10000,100000 -o radius.pdf", "what another nine is worth"},
           {"certus plot training runs/*/train.csv --size screen -o curves.png",
            "how trainings go, or went"}},
      .run = run_plot};
}

}  // namespace certus::cli
