#pragma once

#include "certus/procedure/procedure.h"
#include "certus/procedure/width_decision.h"

namespace certus {

/// n0 draws choose a class; fresh draws are made until its radius is known to within a width, at most n of
/// them. With probability at least 1 - alpha the recorded radius is one that the smoothed classifier has, for
/// all looks together and whenever one stops (WidthDecision states why).
std::shared_ptr<const Procedure> to_width_procedure(std::int64_t n0, const WidthParams& params,
                                                    std::string top_up = {});

const ProcedureKind& to_width_kind();

}  // namespace certus
