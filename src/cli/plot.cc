#include <algorithm>
#include <cstdio>

#include "certus/base/error.h"
#include "certus/base/utf8.h"
#include "certus/cli/commands.h"
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

using Paths = std::vector<std::string>;

struct PlotOptions {
  std::vector<std::string> words;
  bool best = false, bands = false;
  std::vector<std::string> metrics;
  std::optional<std::string> radii, counts;
  std::optional<double> confidence, p_a;
  BudgetChange change;
  LogSetOptions logs;  ///< its budget is also that of figures without logs
  FigureSize size = FigureSize::kColumn;
  std::optional<std::string> output;
  bool force = false;

  void describe(CommandLine& line) {
    line.words(
        "KIND FILE", words,
        "accuracy, p-a, sweep, radius, weight, toy, concept, gradnorm or training; then the files that "
        "it reads",
        1, 10'001);
    describe_what(line);
    logs.describe_set(line);
    describe_budget(line);
    line.group("OUTPUT");
    line.add("output", output, "figure to draw: .pdf, .svg or .png; has to be given")
        .shown_as("FILE")
        .letter('o');
    line.add("force", force, "replace an existing figure");
    line.add_choice<FigureSize>(
            "size", size,
            {{"column", FigureSize::kColumn}, {"page", FigureSize::kPage}, {"screen", FigureSize::kScreen}},
            "one column of a paper (3.25 inches), a page of two columns (6.75 inches), or a screen")
        .shown_as("S");
  }

  double confidence_or_usual() const { return confidence.value_or(0.95); }
  Bands drawn_bands() const { return bands ? Bands::kDrawn : Bands::kNone; }

 private:
  void describe_what(CommandLine& line) {
    line.group("WHAT");
    line.add("best", best, "accuracy: the best over sigma, one curve per method");
    line.add("bands", bands,
             "accuracy: exact intervals over the images at each radius; p-a: a simultaneous band");
    logs.add_by(line,
                "accuracy, p-a, sweep: a sweep over this setting of training, such as sphere_attack.steps; "
                "values come from config.toml beside a log, else from a folder called KEY=VALUE");
    line.add(
            "metric", metrics,
            "sweep: acr, accuracy:R at a radius R, or p_a:P, the share of images with p_A >= P; may be given "
            "several times")
        .shown_as("M")
        .usually("accuracy:0 and acr");
    line.add("radii", radii, "accuracy: radii, as a range or a list")
        .shown_as("A:STEP:B|LIST")
        .usually("so dense that steps look like curves")
        .rarely();
    line.add("confidence", confidence, "accuracy, p-a: confidence of --bands")
        .shown_as("C")
        .usually("0.95")
        .in(0.5, 0.999999)
        .rarely();
    line.add("p_a", p_a, "toy: p_A of the classifier").shown_as("P").usually("0.9").in(0, 1).rarely();
    line.add("counts", counts, "radius: several numbers of votes, one curve each").shown_as("LIST").rarely();
  }

  void describe_budget(CommandLine& line) {
    line.group("BUDGET");
    add_budget_change(line, change);
    line.add("sigma", logs.budget.sigma,
             "noise level of the logs, instead of reading it from the path; radius, toy, concept: 1 unless "
             "given")
        .shown_as("S")
        .in(1e-6, 1e6)
        .rarely();
    line.add("n", logs.budget.n,
             "votes per image of the logs, instead of inferring them from the radii; radius, concept: 100000 "
             "unless given; toy: the largest n (10000); weight: noisy copies per image (16)")
        .in(1, 1e9)
        .rarely();
    line.add("alpha", logs.budget.alpha,
             "failure probability of the logs, instead of inferring it; radius, toy, concept: 0.001 unless "
             "given; weight: 0.1")
        .shown_as("A")
        .in(1e-12, 0.5)
        .rarely();
    add_as_printed(line, logs.budget.as_printed);
  }
};

/// Logs, and printed curves beside them.
struct Shown {
  LogSet set;
  std::vector<ShownCurve> curves;
};

Shown shown_of(const PlotOptions& options, const Paths& paths, const BudgetChange& change) {
  Paths log_paths, curve_paths;
  for (const std::string& path : paths) (is_printed_curve(path) ? curve_paths : log_paths).push_back(path);
  const char* const of_logs = options.bands                ? "--bands"
                              : options.best               ? "--best"
                              : options.logs.shared_images ? "--shared-images"
                              : options.logs.by            ? "--by"
                                                           : nullptr;
  if (of_logs != nullptr && !curve_paths.empty()) {
    fail(ErrorKind::kConfig, "plot: ", of_logs, " needs logs of images, and ", curve_paths.front(),
         " is a printed curve");
  }
  NamedLogs named = load_log_set(options.logs, log_paths, change, curve_paths);
  Shown shown{.set = std::move(named.set), .curves = {}};
  for (std::size_t i = 0; i < curve_paths.size(); ++i)
    shown.curves.push_back({named.beside[i], load_curve(curve_paths[i], options.logs.budget)});
  return shown;
}

Figure accuracy(const PlotOptions& options, const Paths& paths) {
  if (options.best && options.bands) {
    fail(ErrorKind::kConfig,
         "plot accuracy: --bands has no meaning with --best, whose curves are chosen by the same images; "
         "give one of them");
  }
  const AccuracyFigureParams params{.change = options.change,
                                    .radii = given_radii(options.radii),
                                    .best_over_sigma = options.best,
                                    .bands = options.drawn_bands(),
                                    .confidence = options.confidence_or_usual()};
  Shown shown = shown_of(options, paths, options.change);
  for (ShownCurve& curve : shown.curves)
    curve.target = expect_target_budget(curve.loaded, options.logs.budget, options.change);
  return log_set_accuracy_figure(shown.set, params, shown.curves);
}

Figure p_a(const PlotOptions& options, const Paths& paths) {
  const Shown shown = shown_of(options, paths, {});
  return log_set_p_a_figure(shown.set, options.drawn_bands(), options.confidence_or_usual(), shown.curves);
}

Figure sweep(const PlotOptions& options, const Paths& paths) {
  if (!options.logs.by) {
    fail(ErrorKind::kConfig,
         "plot sweep: --by is missing; give the setting of training that the runs differ in, e.g. --by "
         "sphere_attack.steps");
  }
  std::vector<SweepMetric> metrics;
  for (const std::string& text : options.metrics) metrics.push_back(SweepMetric::parse(text));
  if (metrics.empty()) metrics = {SweepMetric::parse("accuracy:0"), SweepMetric::parse("acr")};
  return log_set_sweep_figure(load_log_set(options.logs, paths, {}).set, metrics);
}

Figure radius(const PlotOptions& options, const Paths&) {
  Budget budget = options.logs.budget.or_usual(kUsualBudget);
  if (!options.counts) return radius_figure({budget});
  if (options.logs.budget.n) fail(ErrorKind::kConfig, "plot radius: give --n or --counts, not both");
  std::vector<Budget> budgets;
  for (const std::int64_t n : parse_counts(*options.counts, "--counts", 1, 1e9)) {
    budget.n = n;
    budgets.push_back(budget);
  }
  return radius_figure(budgets);
}

Figure weight(const PlotOptions& options, const Paths&) {
  return weight_figure(sampling_weight_of(options.logs.budget.n, options.logs.budget.alpha));
}

Figure toy(const PlotOptions& options, const Paths&) {
  Budget budget = options.logs.budget.or_usual(kUsualBudget);
  budget.n = options.logs.budget.n.value_or(10'000);
  if (budget.n < 20 || budget.n > 1'000'000) {
    fail(ErrorKind::kConfig, "plot toy: --n is ", budget.n,
         ", expected the most votes to show, 20 to 1000000");
  }
  return toy_figure(options.p_a.value_or(0.9), budget);
}

Figure concept_picture(const PlotOptions& options, const Paths&) {
  return concept_figure(concept_models(), options.logs.budget.or_usual(kUsualBudget));
}

Figure gradnorm(const PlotOptions& options, const Paths& paths) {
  return figure_of_norm_files(
      paths, [&](const std::vector<std::string>& names) { return labelled(options.logs.labels, names); });
}

Figure training(const PlotOptions& options, const Paths& paths) {
  std::vector<TrainingCurve> runs;
  for (const std::string& path : paths) runs.push_back(read_training_curve(path));
  const auto names = labelled_logs(options.logs.labels, run_names(runs, paths), paths);
  for (std::size_t i = 0; i < runs.size(); ++i) runs[i].name = names[i];
  return training_runs_figure(std::move(runs), paths);
}

/// One kind of figure, and what it reads.
struct FigureKind {
  std::string name;
  std::string files;  ///< empty: nothing
  std::size_t most_files;
  Figure (*make)(const PlotOptions&, const Paths&);
};

const FigureKind& kind_of(const std::string& word) {
  static const std::vector<FigureKind> kinds = {{"accuracy", "LOG", 10'000, accuracy},
                                                {"p-a", "LOG", 10'000, p_a},
                                                {"sweep", "LOG", 10'000, sweep},
                                                {"radius", "", 0, radius},
                                                {"weight", "", 0, weight},
                                                {"toy", "", 0, toy},
                                                {"concept", "", 0, concept_picture},
                                                {"gradnorm", "IMAGES.CSV", 14, gradnorm},
                                                {"training", "TRAIN.CSV", 1000, training}};
  std::vector<std::string> names;
  for (const FigureKind& kind : kinds) {
    if (kind.name == word) return kind;
    names.push_back(kind.name);
  }
  fail_unknown_word("plot", "figure", word, names);
}

/// An option that means something only for some figures is an error for the others.
void check_options(const PlotOptions& options, const std::string& kind) {
  struct Use {
    const char* option;
    bool is_given;
    std::vector<std::string> kinds;
  };
  const LogSetOptions& logs = options.logs;
  const std::vector<Use> uses = {
      {"--to-n", options.change.n.has_value(), {"accuracy"}},
      {"--to-alpha", options.change.alpha.has_value(), {"accuracy"}},
      {"--best", options.best, {"accuracy"}},
      {"--bands", options.bands, {"accuracy", "p-a"}},
      {"--confidence", options.confidence.has_value(), {"accuracy", "p-a"}},
      {"--radii", options.radii.has_value(), {"accuracy"}},
      {"--sigma", logs.budget.sigma.has_value(), {"accuracy", "p-a", "sweep", "radius", "toy", "concept"}},
      {"--n", logs.budget.n.has_value(), {"accuracy", "p-a", "sweep", "radius", "weight", "toy", "concept"}},
      {"--alpha",
       logs.budget.alpha.has_value(),
       {"accuracy", "p-a", "sweep", "radius", "weight", "toy", "concept"}},
      {"--as-printed", logs.budget.as_printed, {"accuracy", "p-a", "sweep"}},
      {"--shared-images", logs.shared_images, {"accuracy", "p-a", "sweep"}},
      {"--mixed", logs.mixed, {"accuracy", "p-a", "sweep"}},
      {"--label", !logs.labels.empty(), {"accuracy", "p-a", "sweep", "gradnorm", "training"}},
      {"--by", logs.by.has_value(), {"accuracy", "p-a", "sweep"}},
      {"--metric", !options.metrics.empty(), {"sweep"}},
      {"--counts", options.counts.has_value(), {"radius"}},
      {"--p-a", options.p_a.has_value(), {"toy"}}};
  for (const auto& [option, is_given, kinds] : uses) {
    if (!is_given || std::ranges::find(kinds, kind) != kinds.end()) continue;
    std::string list;
    for (std::size_t i = 0; i < kinds.size(); ++i)
      list += (i == 0 ? "" : i + 1 == kinds.size() ? " and " : ", ") + kinds[i];
    fail(ErrorKind::kConfig, "plot ", kind, ": ", option, " is for ", list);
  }
}

/// The files on the line, as many as the figure reads.
Paths files_of(const PlotOptions& options, const FigureKind& kind) {
  const Paths files(options.words.begin() + 1, options.words.end());
  if (files.size() > kind.most_files) {
    fail(ErrorKind::kConfig, "plot ", kind.name, ": '", files[kind.most_files], "' is one file too many, ",
         kind.most_files == 0 ? "it reads none" : join_text("expected at most ", kind.most_files));
  }
  if (files.empty() && kind.most_files > 0)
    fail(ErrorKind::kConfig, "plot ", kind.name, ": ", kind.files, " is missing");
  return files;
}

int run_plot(const PlotOptions& options) {
  const FigureKind& kind = kind_of(options.words.front());
  const Paths files = files_of(options, kind);
  check_options(options, kind.name);
  if (!options.output)
    fail(ErrorKind::kConfig, "--output is missing; give the figure's name, e.g. -o ", kind.name, ".pdf");
  const std::string& path = *options.output;
  const Overwrite overwrite = options.force ? Overwrite::kAllow : Overwrite::kRefuse;
  check_figure_path(path, overwrite);
  for (const auto& file : figure_files(path)) check_is_no_input(file.string(), options.words);
  const Figure figure = kind.make(options, files);
  for (const std::string& note : figure.notes) std::printf("%s\n", one_line(note).c_str());
  const std::size_t replaced = draw_figure(figure, path, options.size, overwrite);
  if (replaced > 0) {
    std::printf(
        "%zu character%s that fonts may lack %s drawn as '?'; an SVG keeps %s, --label replaces names\n",
        replaced, replaced == 1 ? "" : "s", replaced == 1 ? "is" : "are", replaced == 1 ? "it" : "them");
  }
  std::printf("%s is drawn; script and data are beside it\n", path.c_str());
  return 0;
}

}  // namespace

Command plot_command() {
  return with_options<PlotOptions>(
      {.name = "plot",
       .summary =
           "figures for papers: certified accuracy, p_A, sweeps, radius, weight, theory, gradient norms, "
           "training",
       .description =
           "Draws one kind of figure with gnuplot, as PDF, SVG or PNG by the name of the figure; --help-all "
           "explains each kind. The data, with all digits, and gnuplot's script stay beside it, so that a "
           "paper "
           "can have its own look. What a caption should say, such as the budget, is printed and is in the "
           "data.\n"
           "accuracy: certified accuracy of logs over the radius. Each method has a colour and each sigma a "
           "dash.\n"
           "p-a: P(p_A >= p) of logs over p, on a probit axis: the distribution to compare models by. It "
           "starts at 0 for records that hold all votes, and at 1/2 for other logs.\n"
           "Both also draw printed curves, alone or beside logs: CSV with the columns radius and accuracy "
           "(with --n and --alpha), or x and y for P(p_A >= x). sigma comes from --sigma or from a name such "
           "as ours_0.5.csv.\n"
           "sweep: metrics of logs over a setting of training (--by KEY). With --by, accuracy and p-a show a "
           "curve for each of its values.\n"
           "radius: certified radius and its sensitivity against p_A.\n"
           "weight: sampling weight of the paper's training method, beside the certified radius.\n"
           "toy: ACR over the number of votes, of the classifier that always gives the same answer and of "
           "one with --p-a on every image.\n"
           "concept: what ACR rewards, on two made-up distributions of p_A.\n"
           "gradnorm: gradient norms of easy and hard images, before and after the sphere attack, from the "
           "--images of certus analyze.\n"
           "training: loss, accuracy, learning rate and images kept, from train.csv of runs.\n"
           "Logs and runs that differ only in the seed of training are one curve: the mean over the seeds, "
           "with a band or error bars from the lowest to the highest of them.",
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
            {"certus plot training runs/*/train.csv --size screen -o curves.png", "how trainings proceed"}}},
      run_plot);
}

}  // namespace certus::cli
