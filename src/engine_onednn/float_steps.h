#pragma once

#include <memory>

#include "certus/engine_onednn/lower.h"
#include "certus/engine_onednn/step.h"

namespace certus {

/// A convolution by Winograd's products (kernels/float_winograd.h). Null if there is no such kernel for it.
std::unique_ptr<Step> make_winograd_step(const LoweredNetwork& network, const LoweredStep& step);

/// A convolution whose numbers of channels are not multiples of 16, where oneDNN is slow
/// (kernels/float_direct.h). Null if there is no such kernel for it.
std::unique_ptr<Step> make_direct_step(const LoweredNetwork& network, const LoweredStep& step);

/// A linear layer of a vector.
std::unique_ptr<Step> make_linear_step(const LoweredStep& step);

}  // namespace certus
