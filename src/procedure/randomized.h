#pragma once

#include "certus/procedure/procedure.h"

namespace certus {

/// As CERTIFY of the top class (top_class.h), with the bound that a uniform number makes exact
/// (randomized_clopper_pearson.h): the radius is never smaller for the same votes. The promise is the same.
/// The record has the uniform number of every image in its column `uniform`.
std::shared_ptr<const Procedure> randomized_procedure(std::int64_t n0, const Budget& budget);

/// The uniform number of an image's bound: one for all time, from the key with a purpose of its own, in
/// (0, 1).
double uniform_of_bound(NoiseKey key);

const ProcedureKind& randomized_kind();

}  // namespace certus
