#include "certus/report/log_set_figures.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/report/budget_text.h"
#include "certus/report/p_a_figure.h"
#include "certus/report/printed_method.h"

namespace certus {
namespace {

constexpr const char* kCurveNote = "bands of printed curves are what their points and digits leave open";

Figure with_notes(Figure figure, const LogSet& set) {
  figure.notes.insert(figure.notes.end(), set.notes.begin(), set.notes.end());
  for (const std::string& warning : set.warnings()) figure.notes.push_back("WARNING: " + warning);
  return figure;
}

/// Fails when a log is shown at another budget than a curve.
void check_same_budget(const LogSet& set, const BudgetChange& change, const ShownCurve& curve) {
  const Budget& budget = *curve.target;
  for (const LoadedLog& loaded : set.logs) {
    const Budget other = change.of(loaded.budget());
    if (other.n == budget.n && other.alpha == budget.alpha) continue;
    fail(ErrorKind::kConfig, curve.loaded.curve.path, ": would be shown at n = ", budget.n,
         ", alpha = ", budget.alpha, ", but ", loaded.log.path, " at n = ", other.n,
         ", alpha = ", other.alpha, "; convert both to one n and alpha");
  }
}

}  // namespace

Figure log_set_accuracy_figure(const LogSet& set, AccuracyFigureParams params,
                               const std::vector<ShownCurve>& curves) {
  std::vector<MethodCurve> printed;
  for (const ShownCurve& curve : curves) {
    CERTUS_CHECK(curve.target.has_value());
    check_same_budget(set, params.change, curve);
    printed.push_back(printed_accuracy(curve.loaded.inversion, curve.name, *curve.target, params.radii));
  }
  params.by = set.by;
  Figure figure = accuracy_figure(set.logs, set.groups, params, printed);
  if (!curves.empty()) {
    const Budget& budget = *curves.front().target;
    figure.notes.push_back(join_text("printed curves at n = ", grouped_text(budget.n),
                                     ", alpha = ", budget.alpha, " by plug-in; ", kCurveNote));
  }
  return with_notes(std::move(figure), set);
}

Figure log_set_p_a_figure(const LogSet& set, Bands bands, double confidence,
                          const std::vector<ShownCurve>& curves) {
  std::vector<MethodCurve> printed;
  for (const ShownCurve& curve : curves)
    printed.push_back(printed_p_a(curve.loaded.inversion, curve.name, curve.loaded.sigma));
  Figure figure = p_a_figure(set.logs, set.groups, bands, confidence, set.by, printed);
  if (!curves.empty()) figure.notes.emplace_back(kCurveNote);
  return with_notes(std::move(figure), set);
}

Figure log_set_sweep_figure(const LogSet& set, const std::vector<SweepMetric>& metrics) {
  Figure figure = with_notes(sweep_figure(set.logs, set.groups, set.by, metrics), set);
  if (std::any_of(metrics.begin(), metrics.end(),
                  [](auto& metric) { return metric.kind == SweepMetric::Kind::kAcr; }))
    figure.notes.push_back(acr_caveat());
  return figure;
}

}  // namespace certus
