#pragma once

#include "certus/procedure/procedure.h"
#include "certus/stats/two_class_table.h"

namespace certus {

/// As at_radii.h, with radii from two classes: the votes for the chosen class and for the runner-up decide
/// whether the image is certified at each of some radii. With probability at least 1 - alpha the recorded
/// radius is one that the smoothed classifier has, for all looks together and whenever one stops
/// (TwoClassTable states why). Draws for no class, or in doubt, count as the runner-up's: a record does not
/// tell one from the other.
///
/// `params.worth` of 0 means n. Fails as TwoClassTable does. Draws cannot be added to its records.
std::shared_ptr<const Procedure> at_radii_two_class_procedure(std::int64_t n0,
                                                              const TwoClassDecisionParams& params);

const ProcedureKind& at_radii_two_class_kind();

}  // namespace certus
