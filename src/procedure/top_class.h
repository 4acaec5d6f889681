#pragma once

#include "certus/procedure/procedure.h"

namespace certus {

/// CERTIFY (Cohen et al. 2019, Algorithm 1; the letters are theirs). n0 draws choose a class, n fresh draws
/// bound its probability p_A from below at level 1 - alpha (Clopper-Pearson), and the radius is
/// sigma Phi^-1(p_A); where the bound is at most 1/2 it abstains.
///
/// With probability at least 1 - alpha over the draws, the smoothed classifier g(x') = argmax_c
/// P[f(x' + sigma eps) = c] returns the class everywhere in the L2 ball of that radius around x. The
/// statement is about g, not about f and not about a finite-sample prediction. Keys of different images make
/// their certificates independent.
std::shared_ptr<const Procedure> top_class_procedure(std::int64_t n0, const Budget& budget);

const ProcedureKind& top_class_kind();

}  // namespace certus
