#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "certus/base/config.h"

namespace certus {

/// How often the last epoch of a configuration is expected to draw each image, if these images were its
/// training set: 1 for all without discard and reweight. An epoch always has as many draws as there are
/// images, so the mean over all images, those that discard drops included, is 1.
///
/// Discard keeps an image by all its votes given here. Reweight looks at reweight.samples votes only: the
/// weight of an image is the mean over all ways to take that many of its votes, which is an unbiased estimate
/// of the mean of the weights that training draws. Fails where an image has fewer votes than that, and where
/// discard leaves none.
/// @param correct  correct votes by image, each of `samples`
std::vector<double> expected_draws(const Config& config, std::span<const std::int64_t> correct,
                                   std::int64_t samples);

}  // namespace certus
