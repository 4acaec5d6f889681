#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "certus/base/config.h"

namespace certus {

/// How often the last epoch of a configuration is expected to draw each image, if these images were its
/// training set. Without discard and reweight this is 1 for all images. An epoch always has as many draws as
/// there are images, so the mean over all images, including those that discard drops, is 1.
///
/// Discard decides by all votes of an image that are given here. Reweight looks at only reweight.samples
/// votes: the weight of an image is the mean over all ways to take that many of its votes, which is an
/// unbiased estimate of the mean of the weights that training draws. Fails where an image has fewer votes
/// than that, and where discard leaves no image.
/// @param correct  correct votes by image, each of `samples`
std::vector<double> expected_draws(const Config& config, std::span<const std::int64_t> correct,
                                   std::int64_t samples);

}  // namespace certus
