#pragma once

#include <vector>

#include "certus/base/parameter.h"
#include "certus/logs/load_log.h"
#include "certus/metrics/budget_conversion.h"

namespace certus {

class Parameters;

/// What people say of logs and of what is to be computed from them, in one wording for all that ask.

/// The budget of logs, where neither a manifest nor inference should say it, and how rounded radii are read.
void describe(Parameters& p, BudgetOptions& budget);
void describe_as_printed(Parameters& p, BudgetOptions& budget);
/// Another budget for logs.
void describe(Parameters& p, BudgetChange& change);

/// Radii; an empty field means the usual ones.
Parameter& describe_radii(Parameters& p, std::vector<double>& radii);
/// Values of p for P(p_A >= p), whose default is usual_p().
Parameter& describe_p(Parameters& p, std::vector<double>& values);
Parameter& describe_confidence(Parameters& p, double& confidence);
/// Of the statement about the whole data set.
Parameter& describe_rho(Parameters& p, double& rho);

}  // namespace certus
