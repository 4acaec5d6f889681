#include <algorithm>
#include <cmath>
#include <cstdio>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/number_text.h"
#include "certus/base/utf8.h"
#include "certus/cli/certified_logs.h"
#include "certus/cli/commands.h"
#include "certus/cli/printed_curves.h"
#include "certus/cli/shared_options.h"
#include "certus/metrics/grid.h"
#include "certus/report/accuracy_figure.h"
#include "certus/report/concept_figure.h"
#include "certus/report/gnuplot.h"
#include "certus/report/gradient_norm_figure.h"
#include "certus/report/method_names.h"
#include "certus/report/p_a_figure.h"
#include "certus/report/printed_method.h"
#include "certus/report/radius_figure.h"
#include "certus/report/toy_figure.h"
#include "certus/report/training_curves.h"
#include "certus/report/weight_figure.h"

namespace certus::cli {
namespace {

using Kind = Option::Kind;
using Paths = std::vector<std::string>;

/// Logs and printed curves, their names for the legend, and what is wrong with setting logs side by side.
struct Logs {
  std::vector<LoadedLog> loaded;
  std::vector<std::string> methods;
  std::vector<GivenCurve> curves;
  std::vector<std::string> curve_methods;
  std::vector<std::string> warnings;
};

Logs logs_of(const Arguments& arguments, const Paths& paths, const BudgetChange& change) {
  const auto names = labelled(arguments, method_names(paths));
  Logs logs;
  Paths log_paths;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const bool is_curve = is_printed_curve(paths[i]);
    (is_curve ? logs.curve_methods : logs.methods).push_back(names[i]);
    if (is_curve)
      logs.curves.push_back(load_printed_curve(paths[i], arguments));
    else
      log_paths.push_back(paths[i]);
  }
  for (const char* option : {"--bands", "--best", "--shared-images"}) {
    if (!logs.curves.empty() && arguments.flag(option)) {
      fail(ErrorKind::kConfig, "plot: ", option, " needs logs of images, and ",
           logs.curves.front().curve.path, " is a printed curve");
    }
  }
  logs.loaded = load_compared_logs(arguments, log_paths);
  if (!logs.loaded.empty()) logs.warnings = check_comparable(logs.loaded, arguments, change);
  return logs;
}

Bands bands_of(const Arguments& arguments) {
  return arguments.flag("--bands") ? Bands::kDrawn : Bands::kNone;
}

Figure with_warnings(Figure figure, const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) figure.notes.push_back("WARNING: " + warning);
  return figure;
}

constexpr const char* kCurveNote = "bands of printed curves are what their points and digits leave open";

/// The printed curves as certified accuracy at the budget that the logs are shown at, where there are any.
std::vector<MethodCurve> printed_accuracies(const Arguments& arguments, const Logs& logs,
                                            const BudgetChange& change, std::span<const double> radii) {
  std::vector<MethodCurve> printed;
  for (std::size_t i = 0; i < logs.curves.size(); ++i) {
    const Budget shown = expect_shown_budget(logs.curves[i], arguments, change);
    for (const LoadedLog& loaded : logs.loaded) {
      const Budget other = change.of(loaded.budget());
      if (other.n == shown.n && other.alpha == shown.alpha) continue;
      fail(ErrorKind::kConfig, logs.curves[i].curve.path, ": would be shown at n = ", shown.n,
           ", alpha = ", shown.alpha, ", but ", loaded.log.path, " at n = ", other.n,
           ", alpha = ", other.alpha, "; give --to-n and --to-alpha");
    }
    printed.push_back(printed_accuracy(logs.curves[i].inversion, logs.curve_methods[i], shown, radii));
  }
  return printed;
}

Figure accuracy(const Arguments& arguments, const Paths& paths) {
  const BudgetChange change = budget_change(arguments);
  const bool best = arguments.flag("--best");
  if (best && arguments.flag("--bands")) {
    fail(ErrorKind::kConfig,
         "plot accuracy: --bands has no meaning with --best, whose curves are chosen by "
         "the same images; give one of them");
  }
  const auto given = arguments.text("--radii");
  const auto radii = given ? parse_grid(*given, "--radii", 0.0, 1e9) : std::vector<double>{};
  const Logs logs = logs_of(arguments, paths, change);
  const auto printed = printed_accuracies(arguments, logs, change, radii);
  Figure figure = accuracy_figure(logs.loaded, logs.methods,
                                  {.change = change,
                                   .radii = radii,
                                   .best_over_sigma = best,
                                   .bands = bands_of(arguments),
                                   .confidence = arguments.real_or_default("--confidence")},
                                  printed);
  if (!printed.empty()) {
    const Budget shown = expect_shown_budget(logs.curves.front(), arguments, change);
    figure.notes.push_back(join_text("printed curves at n = ", grouped_text(shown.n),
                                     ", alpha = ", shown.alpha, " by plug-in; ", kCurveNote));
  }
  return with_warnings(std::move(figure), logs.warnings);
}

Figure p_a(const Arguments& arguments, const Paths& paths) {
  const Logs logs = logs_of(arguments, paths, {});
  std::vector<MethodCurve> printed;
  for (std::size_t i = 0; i < logs.curves.size(); ++i)
    printed.push_back(printed_p_a(logs.curves[i].inversion, logs.curve_methods[i], logs.curves[i].sigma));
  Figure figure = p_a_figure(logs.loaded, logs.methods, bands_of(arguments),
                             arguments.real_or_default("--confidence"), printed);
  if (!printed.empty()) figure.notes.push_back(kCurveNote);
  return with_warnings(std::move(figure), logs.warnings);
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
    budgets.push_back({.n = static_cast<std::int64_t>(n),
                       .alpha = arguments.real("--alpha").value_or(0.001),
                       .sigma = arguments.real("--sigma").value_or(1.0)});
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
  return toy_figure(arguments.real("--p-a").value_or(0.9),
                    {.n = n,
                     .alpha = arguments.real("--alpha").value_or(0.001),
                     .sigma = arguments.real("--sigma").value_or(1.0)});
}

Figure concept_picture(const Arguments& arguments, const Paths&) {
  const Budget budget{.n = arguments.integer("--n").value_or(100'000),
                      .alpha = arguments.real("--alpha").value_or(0.001),
                      .sigma = arguments.real("--sigma").value_or(1.0)};
  return concept_figure(concept_models(), budget);
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
  std::vector<std::string> names;
  for (const std::string& path : paths) {
    runs.push_back(read_training_curve(path));
    names.push_back(runs.back().name);
  }
  names = labelled(arguments, names);
  std::vector<TrainingCurve> begun;
  std::vector<std::string> waiting;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    runs[i].name = names[i];
    if (runs[i].epoch.empty())
      waiting.push_back(paths[i] + ": has no epochs yet");
    else
      begun.push_back(std::move(runs[i]));
  }
  if (begun.empty()) fail(ErrorKind::kData, waiting.front());
  Figure figure = training_figure(begun);
  for (const std::string& run : waiting) figure.notes.push_back(run + "; left out");
  return figure;
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
        "--shared-images", "--mixed", "--label"},
       accuracy},
      {"p-a",
       "LOG",
       10'000,
       {"--bands", "--confidence", "--sigma", "--n", "--alpha", "--shared-images", "--mixed", "--label"},
       p_a},
      {"radius", "", 0, {"--counts", "--sigma", "--n", "--alpha"}, radius},
      {"weight", "", 0, {"--n", "--alpha"}, weight},
      {"toy", "", 0, {"--p-a", "--sigma", "--n", "--alpha"}, toy},
      {"concept", "", 0, {"--sigma", "--n", "--alpha"}, concept_picture},
      {"gradnorm", "IMAGES.CSV", 14, {"--label"}, gradnorm},
      {"training", "TRAIN.CSV", 14, {"--label"}, training}};
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
  fail(ErrorKind::kConfig, "plot: unknown figure '", word, "', expected one of ", joined(names));
}

/// An option that means nothing for a figure is an error, not ignored.
void check_options(const Arguments& arguments, const FigureKind& kind) {
  for (const FigureKind& other : figure_kinds()) {
    for (const std::string& option : other.options) {
      const bool given = option == "--label" ? !arguments.texts(option).empty() : arguments.flag(option);
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

}  // namespace

Command plot_command() {
  return {
      .name = "plot",
      .summary =
          "figures for papers: certified accuracy, p_A, radius, weight, theory, gradient norms, training",
      .description =
          "accuracy: certified accuracy of logs over the radius; a colour for each method, a dash for each "
          "sigma.\n"
          "p-a: P(p_A >= p) of logs over p, on a probit axis: the distribution to compare models by. From 0 "
          "on "
          "for records that hold all votes, from 1/2 on for other logs.\n"
          "Both also draw printed curves, alone or beside logs: CSV with the columns radius and accuracy "
          "(with "
          "--n and --alpha), or x and y for P(p_A >= x); sigma from --sigma or from a name such as "
          "ours_0.5.csv.\n"
          "radius: certified radius and its sensitivity against p_A.\n"
          "weight: sampling weight of the paper's training method, beside the certified radius.\n"
          "toy: ACR of the classifier that always answers the same, and of one with --p-a on every image, "
          "over "
          "the number of votes.\n"
          "concept: what ACR rewards, on two made-up distributions of p_A.\n"
          "gradnorm: gradient norms of easy and hard images, before and after the sphere attack, from the "
          "--images of certus analyze.\n"
          "training: loss, accuracy, learning rate and images kept, from train.csv of runs.\n"
          "Draws with gnuplot, as PDF, SVG or PNG by the name of the figure. The data, with all digits, and "
          "gnuplot's script stay beside it, so that a paper can have its own look. What a caption should "
          "say, "
          "as the budget, is printed and stands in the data.",
      .positional = {.name = "KIND FILE",
                     .help =
                         "accuracy, p-a, radius, weight, toy, concept, gradnorm or training; then the files "
                         "it reads",
                     .least = 1,
                     .most = 10'001},
      .options =
          std::vector<Option>{
              {.name = "--size",
               .kind = Kind::kChoice,
               .value_name = "S",
               .help =
                   "one column of a paper (3.25 inches), a page of two columns (6.75 inches), or a screen",
               .default_text = "column",
               .choices = {"column", "page", "screen"}},
              label_option(),
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
                              {.name = "--force", .kind = Kind::kFlag, .help = "replace an existing figure"}},
      .examples = {{"certus plot accuracy logs/*/noise_*.tsv -o accuracy.pdf", "every method and sigma"},
                   {"certus plot accuracy logs/*/noise_*.tsv --best --to-n 1000 --size page -o best.pdf",
                    "the best over sigma with 1,000 votes"},
                   {"certus plot p-a logs/{gaussian,ours}/noise_0.5.tsv --bands --label ours=Ours -o p_a.svg",
                    "two distributions with their bands"},
                   {"certus plot p-a ecdf/*_0.5.csv -o published.pdf", "curves that a paper published"},
                   {"certus plot radius --counts 1000,10000,100000 -o radius.pdf",
                    "what another nine is worth"},
                   {"certus plot training runs/*/train.csv --size screen -o curves.png",
                    "how trainings go, or went"}},
      .run = run_plot};
}

}  // namespace certus::cli
