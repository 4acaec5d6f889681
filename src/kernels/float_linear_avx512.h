#pragma once

#include <cstdint>

namespace certus {

/// What the implementations of FloatLinear work on.
struct FloatLinearTask {
  std::int64_t in, out;
  const float* weight;  ///< block of 16 outputs, input, output; 64-byte aligned
  const float* bias;    ///< by output, in whole blocks; 64-byte aligned
};

/// FloatLinear::run with AVX-512.
void run_float_linear_avx512(const FloatLinearTask& task, std::int64_t images, const float* x, bool relu,
                             float* y);

}  // namespace certus
