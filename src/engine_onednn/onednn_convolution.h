#pragma once

#include <memory>

#include "certus/engine_onednn/lower.h"
#include "certus/engine_onednn/step.h"
#include "certus/kernels/integer_convolution.h"

namespace certus {

/// A convolution by oneDNN, one image at a time: its kernels depend on the shape of a batch, and with them
/// the rounding; a single image always gets the same. In float32, with sum and activation; NaN stays NaN.
std::unique_ptr<Step> make_onednn_convolution(const LoweredNetwork& network, const LoweredStep& step);

/// In integers: the bytes that IntegerConvolution defines. Exact where oneDNN has VNNI (onednn_runtime.h).
std::unique_ptr<Step> make_onednn_convolution(const IntegerConvolution& convolution);

}  // namespace certus
