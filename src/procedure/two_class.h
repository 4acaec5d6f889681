#pragma once

#include "certus/procedure/procedure.h"

namespace certus {

/// As CERTIFY of the top class (top_class.h), with the radius sigma/2 (Phi^-1(p_A) - Phi^-1(p_B)) from bounds
/// on the chosen class and on the runner-up; two_class_radius.h states why two bounds suffice. The promise is
/// the same. Draws in doubt count as the runner-up's.
std::shared_ptr<const Procedure> two_class_procedure(std::int64_t n0, const Budget& budget);

const ProcedureKind& two_class_kind();

}  // namespace certus
