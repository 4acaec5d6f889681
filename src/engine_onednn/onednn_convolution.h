#pragma once

#include <memory>

#include "certus/engine_onednn/lower.h"
#include "certus/engine_onednn/step.h"
#include "certus/kernels/integer_convolution.h"

namespace certus {

/// A convolution by oneDNN, one image at a time. The kernels that oneDNN chooses depend on the shape of a
/// batch, and the rounding depends on the kernel; a single image always gets the same kernel. In float32,
/// with sum and activation; NaN stays NaN.
std::unique_ptr<Step> make_onednn_convolution(const LoweredNetwork& network, const LoweredStep& step);

/// The same in integers: gives the bytes that IntegerConvolution defines. Exact if oneDNN has VNNI
/// (onednn_runtime.h).
std::unique_ptr<Step> make_onednn_convolution(const IntegerConvolution& convolution);

}  // namespace certus
