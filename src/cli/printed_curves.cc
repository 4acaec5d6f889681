#include "certus/cli/printed_curves.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/cli/shared_options.h"
#include "certus/logs/log_path.h"

namespace certus::cli {
namespace {

using certus::json_of;

Json json_of(const Budget& budget) {
  return {{"n", budget.n}, {"alpha", budget.alpha}, {"sigma", budget.sigma}};
}

std::string text_of(const Budget& budget) {
  return join_text("n = ", grouped_text(budget.n), ", alpha = ", budget.alpha, ", sigma = ", budget.sigma);
}

Table bounds_table(std::string title, const char* at, const char* value,
                   const std::vector<Estimate>& estimates) {
  Table table{.title = std::move(title), .header = {at, value, "at least", "at most"}, .rows = {}};
  for (const Estimate& e : estimates) {
    table.rows.push_back(
        {exact_cell(e.at), percent_cell(e.value, 2), percent_cell(e.lower, 2), percent_cell(e.upper, 2)});
  }
  return table;
}

CurveInversion inversion_of(const PrintedCurve& curve, const std::optional<Budget>& source) {
  return source ? CurveInversion(curve, *source) : CurveInversion(curve);
}

}  // namespace

GivenCurve load_printed_curve(const std::string& path, const Arguments& arguments) {
  PrintedCurve curve = read_printed_curve(path);
  const BudgetOptions given = log_budget(arguments);
  const auto sigma = given.sigma ? given.sigma : sigma_in_path(path);
  std::optional<Budget> source;
  if (curve.kind == PrintedCurve::Kind::kAccuracy) {
    if (!sigma || !given.n || !given.alpha) {
      fail(ErrorKind::kConfig, path,
           ": a curve of certified accuracy does not tell its budget; give --sigma, --n and --alpha");
    }
    source = Budget{.n = *given.n, .alpha = *given.alpha, .sigma = *sigma};
    check_budget(*source);
  }
  CurveInversion inversion = inversion_of(curve, source);
  return {.curve = std::move(curve), .sigma = sigma, .source = source, .inversion = std::move(inversion)};
}

bool are_printed_curves(const std::vector<std::string>& paths, const std::string& command) {
  const auto curves = std::count_if(paths.begin(), paths.end(), is_printed_curve);
  if (curves != 0 && curves != std::ssize(paths)) {
    fail(ErrorKind::kConfig, command, ": ", curves, " of ", paths.size(),
         curves == 1 ? " files is a printed curve" : " files are printed curves",
         ", the others are not; give curves and logs apart");
  }
  return curves > 0;
}

std::optional<Budget> shown_budget(const GivenCurve& given, const Arguments& arguments,
                                   const BudgetChange& change) {
  const BudgetOptions options = log_budget(arguments);
  const auto n = change.n ? change.n : options.n;
  const auto alpha = change.alpha ? change.alpha : options.alpha;
  if (!given.sigma || !n || !alpha) return std::nullopt;
  const Budget budget{.n = *n, .alpha = *alpha, .sigma = *given.sigma};
  check_budget(budget);
  return budget;
}

Budget expect_shown_budget(const GivenCurve& given, const Arguments& arguments, const BudgetChange& change) {
  if (const auto budget = shown_budget(given, arguments, change)) return *budget;
  fail(ErrorKind::kConfig, given.curve.path,
       ": P(p_A >= p) holds for every budget, and certified accuracy needs one; give ",
       given.sigma ? "" : "--sigma, ", "the votes (--n or --to-n) and alpha (--alpha or --to-alpha)");
}

Document curve_document(const GivenCurve& given, const std::string& name, const std::optional<Budget>& target,
                        const Arguments& arguments) {
  Document document;
  document.json = {{"curve", given.curve.path},
                   {"source", given.source ? json_of(*given.source) : Json()},
                   {"target", target ? json_of(*target) : Json()},
                   {"was_percent", given.curve.was_percent}};
  if (target) {
    const auto radii = radii_of(arguments, largest_radius(*target).value_or(0.0));
    const auto converted = given.inversion.convert(*target, radii);
    document.json["certified_accuracy"] = json_of(converted, "radius");
    document.add(bounds_table(join_text("Certified accuracy % at ", text_of(*target), ", from ", name),
                              "radius", "accuracy", converted));
  }
  std::vector<Estimate> shares;
  for (const double p : arguments.text("--p") ? p_grid_of(arguments) : given.inversion.known_points())
    shares.push_back(given.inversion.share_at_least(p));
  document.json["p_a"] = json_of(shares, "p");
  document.add(bounds_table(join_text("P(p_A >= p) % that ", target ? "the curve" : name, " implies"), "p",
                            "share", shares));
  document.add(join_text(given.source
                             ? join_text("The curve was read as certified with ", text_of(*given.source))
                             : "The curve was read as P(p_A >= p)",
                         given.curve.was_percent ? ", in percent." : ", as shares."));
  document.add(
      "Bounds are what the printed points and digits leave open; values between printed points are "
      "interpolated. How many images stand behind a curve it does not tell: there are no intervals over "
      "them.");
  return document;
}

}  // namespace certus::cli
