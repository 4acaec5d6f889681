#pragma once

#include <ATen/ATen.h>

#include <cstdint>
#include <span>

#include "certus/train/method.h"

namespace certus {

/// sigma times the noise of a training step: copy j of the image at place p of an epoch's order is a pure
/// function of (seed, epoch, p, j), whatever the batches and slices. Rows are in `layout`; written in place.
at::Tensor step_noise(std::uint64_t seed, std::uint64_t epoch, std::span<const std::int64_t> positions,
                      std::int64_t copies, CopyLayout layout, double sigma, at::IntArrayRef image_sizes);

}  // namespace certus
