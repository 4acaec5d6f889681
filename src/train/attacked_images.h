#pragma once

#include <ATen/ATen.h>

namespace certus {

/// Fails unless all pixels are in [0, 1], as every attack assumes.
void check_attacked_images(const at::Tensor& images);

/// d objective / d input, a constant. `objective` is a scalar that may depend on `input`, which requires a
/// gradient; where it does not depend on it, the result is zeros. Nothing else receives a gradient.
at::Tensor input_gradient(const at::Tensor& objective, const at::Tensor& input);

}  // namespace certus
