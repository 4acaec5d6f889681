#include "certus/report/figure_kinds.h"

#include "certus/base/error.h"
#include "certus/base/parameters.h"
#include "certus/metrics/analysis_parameters.h"
#include "certus/metrics/grid_parameter.h"
#include "certus/report/concept_figure.h"
#include "certus/report/gradient_norm_figure.h"
#include "certus/report/log_set_figures.h"
#include "certus/report/radius_figure.h"
#include "certus/report/toy_figure.h"
#include "certus/report/training_runs.h"
#include "certus/report/weight_figure.h"
#include "certus/stats/budget_parameters.h"

namespace certus {
namespace {

using Paths = std::vector<std::string>;

/// Logs, and printed curves beside them.
struct Shown {
  LogSet set;
  std::vector<ShownCurve> curves;
};

Shown shown_of(const FigureRequest& request, const Paths& paths, const BudgetChange& change) {
  Paths log_paths, curve_paths;
  for (const std::string& path : paths) (is_printed_curve(path) ? curve_paths : log_paths).push_back(path);
  NamedLogs named = load_named_logs(request.logs, log_paths, change, curve_paths);
  Shown shown{.set = std::move(named.set), .curves = {}};
  for (std::size_t i = 0; i < curve_paths.size(); ++i)
    shown.curves.push_back({named.beside[i], load_curve(curve_paths[i], request.logs.budget)});
  return shown;
}

Figure accuracy(const FigureRequest& request, const Paths& paths) {
  Shown shown = shown_of(request, paths, request.accuracy.change);
  for (ShownCurve& curve : shown.curves)
    curve.target = target_budget(curve.loaded, request.logs.budget, request.accuracy.change);
  return log_set_accuracy_figure(shown.set, request.accuracy, shown.curves);
}

Figure p_a(const FigureRequest& request, const Paths& paths) {
  const Shown shown = shown_of(request, paths, {});
  return log_set_p_a_figure(shown.set, request.accuracy.bands, request.accuracy.confidence, shown.curves);
}

Figure sweep(const FigureRequest& request, const Paths& paths) {
  std::vector<SweepMetric> metrics;
  for (const std::string& text : request.metrics) metrics.push_back(SweepMetric::parse(text));
  if (metrics.empty()) metrics = {SweepMetric::parse("accuracy:0"), SweepMetric::parse("acr")};
  return log_set_sweep_figure(load_named_logs(request.logs, paths, {}).set, metrics);
}

Figure radius(const FigureRequest& request, const Paths&) {
  Budget budget = request.logs.budget.or_usual(kUsualBudget);
  if (request.counts.empty()) return radius_figure({budget});
  std::vector<Budget> budgets;
  for (const std::int64_t n : request.counts) {
    budget.n = n;
    budgets.push_back(budget);
  }
  return radius_figure(budgets);
}

Figure weight(const FigureRequest& request, const Paths&) {
  return weight_figure(
      {.n = request.logs.budget.n.value_or(16), .alpha = request.logs.budget.alpha.value_or(0.1)});
}

Figure toy(const FigureRequest& request, const Paths&) {
  Budget budget = request.logs.budget.or_usual(kUsualBudget);
  budget.n = request.logs.budget.n.value_or(10'000);
  return toy_figure(request.p_a, budget);
}

Figure concept_picture(const FigureRequest& request, const Paths&) {
  return concept_figure(concept_models(), request.logs.budget.or_usual(kUsualBudget));
}

Figure gradnorm(const FigureRequest& request, const Paths& paths) {
  return figure_of_norm_files(paths, [&](const Paths& names) { return request.logs.labels.of(names); });
}

Figure training(const FigureRequest& request, const Paths& paths) {
  std::vector<TrainingCurve> runs;
  for (const std::string& path : paths) runs.push_back(read_training_curve(path));
  const auto names = request.logs.labels.of_methods(run_names(runs, paths), paths);
  for (std::size_t i = 0; i < runs.size(); ++i) runs[i].name = names[i];
  return training_runs_figure(std::move(runs), paths);
}

}  // namespace

void FigureRequest::describe(Parameters& p) {
  p.group("WHAT");
  describe_what(p);
  logs.describe_set(p);
  p.group("BUDGET");
  describe_budget(p);
}

void FigureRequest::describe_what(Parameters& p) {
  p.add("best", accuracy.best_over_sigma, "accuracy: one curve per method, the best over sigma");
  const std::string bands =
      p.add_flag("bands", accuracy.bands, Bands::kDrawn,
                 "accuracy: exact intervals over the images at each radius; p-a: a simultaneous band")
          .name;
  logs.describe_by(p,
                   "accuracy, p-a, sweep: a sweep over this setting of training, e.g. sphere_attack.steps; "
                   "its values come "
                   "from config.toml beside each log, else from folders named KEY=VALUE");
  p.add("metric", metrics,
        "sweep: acr, accuracy:R at radius R, or p_a:P, the share with p_A >= P; may be given several times")
      .shown_as("M")
      .usually("accuracy:0 and acr");
  describe_grid(p, "radii", accuracy.radii, {0.0, 1e9}, "accuracy: radii, as a range or a list")
      .usually("many, so that steps look like curves")
      .rarely();
  p.add("confidence", accuracy.confidence, "accuracy, p-a: confidence of " + bands)
      .shown_as("C")
      .in(0.5, 0.999999)
      .rarely();
  p.add("p_a", p_a, "toy: p_A of the classifier").shown_as("P").in(0, 1).rarely();
  describe_counts(p, "counts", counts, {1, kMostVotes}, "radius: several numbers of votes, one curve each")
      .rarely();
}

void FigureRequest::describe_budget(Parameters& p) {
  certus::describe(p, accuracy.change);
  p.add("sigma", logs.budget.sigma, "noise level of the logs")
      .shown_as("S")
      .usually("from the manifest, else the path; radius, toy, concept: 1")
      .in(1e-6, 1e6)
      .rarely();
  p.add("n", logs.budget.n, "votes per image of the logs; toy: the largest n; weight: noisy copies per image")
      .usually("from the manifest, else the radii; radius, concept: 100000; toy: 10000; weight: 16")
      .in(1, kMostVotes)
      .rarely();
  p.add("alpha", logs.budget.alpha, "failure probability per image of the logs")
      .shown_as("A")
      .usually("from the manifest, else the radii; radius, toy, concept: 0.001; weight: 0.1")
      .in(kLeastAlpha, kMostAlpha)
      .rarely();
  describe_as_printed(p, logs.budget);
}

const std::vector<FigureKind>& figure_kinds() {
  static const std::vector<FigureKind> kinds = {
      {"accuracy",
       "LOG",
       10'000,
       {"to_n", "to_alpha", "best", "bands", "confidence", "radii", "sigma", "n", "alpha", "as_printed",
        "shared_images", "mixed", "label", "by"},
       accuracy},
      {"p-a",
       "LOG",
       10'000,
       {"bands", "confidence", "sigma", "n", "alpha", "as_printed", "shared_images", "mixed", "label", "by"},
       p_a},
      {"sweep",
       "LOG",
       10'000,
       {"sigma", "n", "alpha", "as_printed", "shared_images", "mixed", "label", "by", "metric"},
       sweep},
      {"radius", "", 0, {"sigma", "n", "alpha", "counts"}, radius},
      {"weight", "", 0, {"n", "alpha"}, weight},
      {"toy", "", 0, {"sigma", "n", "alpha", "p_a"}, toy},
      {"concept", "", 0, {"sigma", "n", "alpha"}, concept_picture},
      {"gradnorm", "IMAGES.CSV", 14, {"label"}, gradnorm},
      {"training", "TRAIN.CSV", 1000, {"label"}, training}};
  return kinds;
}

}  // namespace certus
