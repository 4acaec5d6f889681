#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace certus {

/// Positions of the images whose share of correct votes is at least `below`, in order. The paper's method
/// continues with these images. The comparison is made in integers, so that 40 votes of 100 are not less than
/// 0.4. Fails when no image is left.
/// @param correct  correct votes by image, each of `samples`
std::vector<std::int64_t> kept_images(std::span<const std::int64_t> correct, std::int64_t samples,
                                      double below);

}  // namespace certus
