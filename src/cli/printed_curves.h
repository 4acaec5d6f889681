#pragma once

#include <optional>
#include <string>
#include <vector>

#include "certus/cli/arguments.h"
#include "certus/metrics/budget_conversion.h"
#include "certus/metrics/curve_inversion.h"
#include "certus/report/document.h"

namespace certus::cli {

/// A printed curve with what log_budget_options and its name tell of it.
struct GivenCurve {
  PrintedCurve curve;
  std::optional<double> sigma;   ///< from --sigma, else from the name
  std::optional<Budget> source;  ///< of certified accuracy, which needs it; P(p_A >= p) has none
  CurveInversion inversion;
};

/// Reads a curve. Fails where certified accuracy comes without its budget.
GivenCurve load_printed_curve(const std::string& path, const Arguments& arguments);

/// Whether all paths are printed curves, or none is; fails on both together, which `command` does not take.
bool are_printed_curves(const std::vector<std::string>& paths, const std::string& command);

/// The budget to show certified accuracy at: of the change, else of the options; empty where they do not say
/// all of it.
std::optional<Budget> shown_budget(const GivenCurve& given, const Arguments& arguments,
                                   const BudgetChange& change);

/// The same for what cannot do without; fails, naming the options that are missing.
Budget expect_shown_budget(const GivenCurve& given, const Arguments& arguments, const BudgetChange& change);

/// What a curve tells: certified accuracy at a budget, where one is given, and P(p_A >= p), each with the
/// bounds that its digits and its grid leave open. Uses --radii and --p.
/// @param name  of the curve, for people
Document curve_document(const GivenCurve& given, const std::string& name, const std::optional<Budget>& target,
                        const Arguments& arguments);

}  // namespace certus::cli
