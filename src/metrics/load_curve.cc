#include "certus/metrics/load_curve.h"

#include "certus/base/error.h"
#include "certus/logs/log_path.h"
#include "certus/metrics/grid.h"

namespace certus {

LoadedCurve load_curve(const std::string& path, const BudgetOptions& stated) {
  PrintedCurve curve = read_printed_curve(path);
  const auto sigma = stated.sigma ? stated.sigma : sigma_in_path(path);
  std::optional<Budget> source;
  if (curve.kind == PrintedCurve::Kind::kAccuracy) {
    if (!sigma || !stated.n || !stated.alpha) {
      fail(ErrorKind::kConfig, path,
           ": a curve of certified accuracy does not say its budget; sigma, n and alpha are needed");
    }
    source = Budget{.n = *stated.n, .alpha = *stated.alpha, .sigma = *sigma};
    check_budget(*source);
  }
  CurveInversion inversion = source ? CurveInversion(curve, *source) : CurveInversion(curve);
  return {.curve = std::move(curve), .sigma = sigma, .source = source, .inversion = std::move(inversion)};
}

std::optional<Budget> target_budget(const LoadedCurve& loaded, const BudgetOptions& stated,
                                    const BudgetChange& change) {
  const auto n = change.n ? change.n : stated.n;
  const auto alpha = change.alpha ? change.alpha : stated.alpha;
  if (!loaded.sigma || !n || !alpha) return std::nullopt;
  const Budget budget{.n = *n, .alpha = *alpha, .sigma = *loaded.sigma};
  check_budget(budget);
  return budget;
}

CurveEvaluation evaluate_curve(const LoadedCurve& loaded, const CurveOptions& options) {
  CurveEvaluation found{.target = options.target, .accuracy = {}, .p_a = {}};
  if (options.target) {
    found.accuracy = loaded.inversion.convert(
        *options.target,
        options.radii.empty() ? usual_radii(largest_radius(*options.target).value_or(0.0)) : options.radii);
  }
  for (const double p : options.p.empty() ? loaded.inversion.known_points() : options.p)
    found.p_a.push_back(loaded.inversion.share_at_least(p));
  return found;
}

}  // namespace certus
