#pragma once

#include "certus/procedure/procedure.h"
#include "certus/stats/decision_table.h"

namespace certus {

/// n0 draws choose a class; fresh draws are made until it is decided whether the image is certified at each
/// of some radii, at most n of them. With probability at least 1 - alpha the recorded radius is one that the
/// smoothed classifier has, for all looks together and whenever one stops (DecisionTable states why).
///
/// `params.worth` of 0 means n. Fails as DecisionTable does.
std::shared_ptr<const Procedure> at_radii_procedure(std::int64_t n0, const DecisionParams& params,
                                                    std::string top_up = {});

/// The radii of these that the mixture boundary cannot reach with n draws; more draws, also added later,
/// reach them. Empty for any other procedure.
std::vector<double> radii_out_of_reach(const Procedure& procedure);

const ProcedureKind& at_radii_kind();

}  // namespace certus
