#include "certus/kernels/float_linear_avx512.h"

#include <immintrin.h>

#include <cstddef>

namespace certus {
namespace {

constexpr std::int64_t kLanes = 16;

/// The outputs of kBlocks blocks, starting with `block`, for kImages images, the first of which is at
/// x and y.
template <std::size_t kBlocks, std::size_t kImages>
void multiply(const FloatLinearTask& task, std::int64_t block, const float* x, bool relu, float* y) {
  const auto in = static_cast<std::size_t>(task.in);
  const float* weight = task.weight + block * kLanes * task.in;
  __m512 sum[kImages][kBlocks];
  for (std::size_t b = 0; b < kBlocks; ++b) {
    const __m512 bias = _mm512_load_ps(task.bias + block * kLanes + b * std::size_t{kLanes});
    for (std::size_t i = 0; i < kImages; ++i) sum[i][b] = bias;
  }
  for (std::size_t k = 0; k < in; ++k) {
    __m512 weights[kBlocks];
#pragma GCC unroll 2
    for (std::size_t b = 0; b < kBlocks; ++b) weights[b] = _mm512_load_ps(weight + (b * in + k) * kLanes);
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kImages; ++i) {
      const __m512 value = _mm512_set1_ps(x[i * in + k]);
#pragma GCC unroll 2
      for (std::size_t b = 0; b < kBlocks; ++b) sum[i][b] = _mm512_fmadd_ps(weights[b], value, sum[i][b]);
    }
  }
  for (std::size_t b = 0; b < kBlocks; ++b) {
    const std::int64_t first = block * kLanes + static_cast<std::int64_t>(b) * kLanes,
                       left = task.out - first;
    const auto mask = static_cast<__mmask16>(left >= kLanes ? 0xffff : (1 << left) - 1);
    for (std::size_t i = 0; i < kImages; ++i) {
      // If an operand is NaN, this instruction returns the second operand: the NaN must pass through.
      const __m512 value = relu ? _mm512_max_ps(_mm512_setzero_ps(), sum[i][b]) : sum[i][b];
      _mm512_mask_storeu_ps(y + static_cast<std::int64_t>(i) * task.out + first, mask, value);
    }
  }
}

/// All images for kBlocks blocks: their weights come from memory once, then from the cache.
template <std::size_t kBlocks>
void multiply_all(const FloatLinearTask& task, std::int64_t block, std::int64_t images, const float* x,
                  bool relu, float* y) {
  std::int64_t i = 0;
  const auto step = [&]<std::size_t kImages>() {
    for (; i + std::int64_t{kImages} <= images; i += std::int64_t{kImages}) {
      multiply<kBlocks, kImages>(task, block, x + i * task.in, relu, y + i * task.out);
    }
  };
  step.template operator()<8>();
  step.template operator()<4>();
  step.template operator()<2>();
  step.template operator()<1>();
}

}  // namespace

void run_float_linear_avx512(const FloatLinearTask& task, std::int64_t images, const float* x, bool relu,
                             float* y) {
  const std::int64_t blocks = (task.out + kLanes - 1) / kLanes;
  std::int64_t block = 0;
  for (; block + 2 <= blocks; block += 2) multiply_all<2>(task, block, images, x, relu, y);
  if (block < blocks) multiply_all<1>(task, block, images, x, relu, y);
}

}  // namespace certus
