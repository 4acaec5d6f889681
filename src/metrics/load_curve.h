#pragma once

#include <optional>
#include <string>
#include <vector>

#include "certus/logs/load_log.h"
#include "certus/logs/printed_curve.h"
#include "certus/metrics/budget_conversion.h"
#include "certus/metrics/curve_inversion.h"
#include "certus/metrics/estimate.h"

namespace certus {

/// A printed curve with what is known of its budget, and the distribution of p_A that it implies.
struct LoadedCurve {
  PrintedCurve curve;
  std::optional<double> sigma;   ///< as stated, else from the name of the file
  std::optional<Budget> source;  ///< of certified accuracy, which needs it; P(p_A >= p) has none
  CurveInversion inversion;
};

/// Reads a curve. Fails when certified accuracy comes without its budget.
LoadedCurve load_curve(const std::string& path, const BudgetOptions& stated);

/// The budget to show certified accuracy at: n and alpha of the change, else as stated. Empty when any part
/// of it is unknown.
std::optional<Budget> target_budget(const LoadedCurve& loaded, const BudgetOptions& stated,
                                    const BudgetChange& change);

struct CurveOptions {
  std::optional<Budget> target;    ///< to show certified accuracy at; absent: only P(p_A >= p) is shown
  std::vector<double> radii = {};  ///< rising; empty: usual_radii of the target
  std::vector<double> p = {};      ///< rising; empty: the points that the curve gives
};

/// What a printed curve tells. Bounds are what its points and digits leave open; there is no interval over
/// images, because a curve does not tell how many there are.
struct CurveEvaluation {
  std::optional<Budget> target;
  std::vector<Estimate> accuracy;  ///< certified accuracy at the target; empty without one
  std::vector<Estimate> p_a;       ///< P(p_A >= p)
};
CurveEvaluation evaluate_curve(const LoadedCurve& loaded, const CurveOptions& options);

}  // namespace certus
