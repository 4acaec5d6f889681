#pragma once

#include <vector>

#include "certus/stats/decision_table.h"
#include "certus/stats/probability.h"

namespace certus {

/// What happens to an image whose chosen class gets a vote with probability p, when a table decides. Computed
/// over all possible sequences of votes, not simulated.
struct DecisionOutlook {
  std::vector<double> certified;  ///< chance of a certificate at each radius; these are false where p <= p0
  double mean_draws = 0.0;        ///< without the draws that choose the class
};

/// Exact up to rounding and up to paths with a total probability below 1e-12.
DecisionOutlook decision_outlook(const DecisionTable& table, Probability p);

}  // namespace certus
