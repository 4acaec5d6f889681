#include "certus/metrics/analysis_parameters.h"

#include "certus/base/parameters.h"
#include "certus/metrics/grid_parameter.h"
#include "certus/stats/budget_parameters.h"

namespace certus {

void describe(Parameters& p, BudgetOptions& budget) {
  p.group("BUDGET OF THE LOGS");
  p.add("sigma", budget.sigma, "noise level")
      .shown_as("S")
      .usually("from the manifest, else the path")
      .in(1e-6, 1e6);
  p.add("n", budget.n, "votes per image")
      .usually("from the manifest, else inferred from the radii")
      .in(1, kMostVotes);
  p.add("alpha", budget.alpha, "failure probability per image")
      .shown_as("A")
      .usually("as for n")
      .in(kLeastAlpha, kMostAlpha);
  describe_as_printed(p, budget);
}

void describe_as_printed(Parameters& p, BudgetOptions& budget) {
  p.add("as_printed", budget.as_printed,
        "take rounded radii as they are printed, as published tables do, although the votes prove less")
      .rarely();
}

void describe(Parameters& p, BudgetChange& change) {
  p.add("to_n", change.n, "votes per image to convert to").usually("those of the log").in(1, kMostVotes);
  p.add("to_alpha", change.alpha, "failure probability to convert to")
      .shown_as("A")
      .usually("that of the log")
      .in(kLeastAlpha, kMostAlpha);
}

Parameter& describe_radii(Parameters& p, std::vector<double>& radii) {
  return describe_grid(p, "radii", radii, {0.0, 1e9}, "radii, as a range or a list")
      .usually("0, 0.25, ... up to the largest");
}

Parameter& describe_p(Parameters& p, std::vector<double>& values) {
  return describe_grid(p, "p", values, {0.0, 1.0}, "values of p for P(p_A >= p)")
      .usually("0.5, 0.6, ... 0.9, 0.95, 0.99, ... 1");
}

Parameter& describe_confidence(Parameters& p, double& confidence) {
  return p.add("confidence", confidence, "confidence of intervals, bands and tests over the images")
      .shown_as("C")
      .in(0.5, 0.999999);
}

Parameter& describe_rho(Parameters& p, double& rho) {
  return p.add("rho", rho, "failure probability of the statement about the whole data set")
      .shown_as("R")
      .in(kLeastAlpha, kMostAlpha);
}

}  // namespace certus
