#pragma once

#include <memory>
#include <vector>

#include "certus/engine_onednn/integer_program.h"
#include "certus/engine_onednn/quantize.h"
#include "certus/engine_onednn/step.h"

namespace certus {

/// The steps of integer programs. The bytes of a value have the same order as the value.

std::unique_ptr<Step> make_first_layer_step(const IntegerFirstLayer& layer);
std::unique_ptr<Step> make_integer_convolution_step(const IntegerConvolution& convolution,
                                                    IntegerKernels kernels);

/// float32 logits from std::int32_t sums: weight * sum * scale + bias.
std::unique_ptr<Step> make_last_layer_step(const Tensor& weight, const std::vector<float>& bias,
                                           double scale);

// Conversions between the forms of a value, `count` numbers per image.
std::unique_ptr<Step> make_quantize_step(std::int64_t count, const ByteScale& scale);
std::unique_ptr<Step> make_dequantize_step(std::int64_t count, const ByteScale& scale);
std::unique_ptr<Step> make_sum_dequantize_step(std::int64_t count, double scale);
std::unique_ptr<Step> make_widen_step(std::int64_t count, bool is_signed);

}  // namespace certus
