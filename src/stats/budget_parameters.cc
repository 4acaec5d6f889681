#include "certus/stats/budget_parameters.h"

#include "certus/base/parameters.h"

namespace certus {

void describe(Parameters& p, Budget& budget) {
  p.add("sigma", budget.sigma, "noise level, for pixels in [0, 1]").shown_as("S").in(1e-6, 1e6);
  describe_votes(p, budget.n);
  describe_alpha(p, budget.alpha);
}

Parameter& describe_votes(Parameters& p, std::int64_t& n) {
  return p.add("n", n, "votes per image").in(1, kMostVotes);
}

Parameter& describe_alpha(Parameters& p, double& alpha) {
  return p.add("alpha", alpha, "failure probability per image").shown_as("A").in(kLeastAlpha, kMostAlpha);
}

Parameter& describe_selection_votes(Parameters& p, std::int64_t& n0) {
  return p.add("n0", n0, "votes that choose the class").shown_as("N0").in(1, kMostVotes);
}

}  // namespace certus
