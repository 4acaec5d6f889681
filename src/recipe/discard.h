#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace certus {

/// Positions of the images whose share of correct votes is at least `below`, in order: those that the paper's
/// method goes on with. Decided in integers, so that 40 votes of 100 are not less than 0.4. Fails when
/// nothing is left.
/// @param correct  correct votes by image, each of `samples`
std::vector<std::int64_t> kept_images(std::span<const std::int64_t> correct, std::int64_t samples,
                                      double below);

}  // namespace certus
