#pragma once

#include <vector>

#include "certus/stats/decision_table.h"
#include "certus/stats/probability.h"

namespace certus {

/// What becomes of an image whose chosen class gets a vote with probability p, when a table decides: computed
/// over all courses of the votes, not simulated.
struct DecisionOutlook {
  std::vector<double> certified;  ///< chance of a certificate at each radius; false ones where p <= p0
  double mean_draws = 0.0;        ///< without those that choose the class
};

/// Exact up to rounding and paths of a total probability below 1e-12.
DecisionOutlook decision_outlook(const DecisionTable& table, Probability p);

}  // namespace certus
