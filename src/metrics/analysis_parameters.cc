#include "certus/metrics/analysis_parameters.h"

#include "certus/base/parameters.h"
#include "certus/metrics/grid_parameter.h"
#include "certus/stats/budget_parameters.h"

namespace certus {

void describe(Parameters& p, BudgetOptions& budget) {
  p.group("BUDGET OF THE LOGS");
  p.add("sigma", budget.sigma, "noise level of the logs, instead of reading it from the path")
      .shown_as("S")
      .in(1e-6, 1e6);
  p.add("n", budget.n, "votes per image of the logs, instead of inferring them from the radii")
      .in(1, kMostVotes);
  p.add("alpha", budget.alpha, "failure probability of the logs, instead of inferring it")
      .shown_as("A")
      .in(kLeastAlpha, kMostAlpha);
  describe_as_printed(p, budget);
}

void describe_as_printed(Parameters& p, BudgetOptions& budget) {
  p.add("as_printed", budget.as_printed,
        "read rounded radii as they are printed, as published tables do, although votes prove less")
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
      .usually("0, 0.25, ... up to the largest radius");
}

Parameter& describe_p(Parameters& p, std::vector<double>& values) {
  return describe_grid(p, "p", values, {0.0, 1.0}, "values of p for P(p_A >= p)")
      .usually("0.5,0.6,0.7,0.8,0.9,0.95,0.99,0.999,0.9999,1");
}

Parameter& describe_confidence(Parameters& p, double& confidence) {
  return p.add("confidence", confidence, "confidence of intervals, bands and tests over the test images")
      .shown_as("C")
      .in(0.5, 0.999999);
}

Parameter& describe_rho(Parameters& p, double& rho) {
  return p.add("rho", rho, "failure probability of the statement about the whole data set")
      .shown_as("R")
      .in(kLeastAlpha, kMostAlpha);
}

}  // namespace certus
