#pragma once

#include "certus/procedure/width_decision.h"
#include "certus/stats/decision_table.h"

namespace certus {

class Parameters;

/// Boundary, worth and reserve of decisions at radii; the radii and the budget are described elsewhere.
void describe(Parameters& p, DecisionParams& params);

/// The width of radii that are known to within a width; the budget is described elsewhere.
void describe(Parameters& p, WidthParams& params);

}  // namespace certus
