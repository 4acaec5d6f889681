#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "certus/procedure/image_procedure.h"

namespace certus {

/// The radius that votes for the chosen class prove; empty: none.
using RadiusOfVotes = std::function<std::optional<double>(const Votes& votes, int chosen)>;

/// CERTIFY (Cohen et al. 2019) up to the bound: n0 draws choose a class, n fresh draws estimate its
/// probability, and `radius_of` says what they prove.
/// @param extension  of the row
std::unique_ptr<ImageProcedure> fixed_image(const ImageContext& context, std::int64_t n0, std::int64_t n,
                                            RadiusOfVotes radius_of, std::vector<double> extension = {});

}  // namespace certus
