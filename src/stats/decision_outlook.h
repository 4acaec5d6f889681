#pragma once

#include <vector>

#include "certus/stats/decision_table.h"
#include "certus/stats/mixture_bounds.h"
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

/// The chance that a table for one radius certifies it, as a function of p.
///
/// It does not fall with p. Proof: let the same uniform numbers make the draws under p and under a larger p',
/// so that there are at least as many votes under p' at every look. A path that certifies under p had more
/// votes than give_up_at at all looks before, and reached certify_at at its last one. The path under p' has
/// no fewer, so it certifies at that look or before. The table has to outlive what comes back.
RisingChance decision_chance(const DecisionTable& table);

}  // namespace certus
