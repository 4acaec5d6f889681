#include "certus/kernels/exact_linear_avx512.h"

#include <immintrin.h>

#include <cstddef>

namespace certus {
namespace {

template <std::size_t kImages>
void exact_sums(std::size_t in, const float* weight, const std::int32_t* v, double (*sums)[16]) {
  __m512d low[kImages], high[kImages];
  for (std::size_t i = 0; i < kImages; ++i) low[i] = high[i] = _mm512_setzero_pd();
  for (std::size_t k = 0; k < in; ++k) {
    const __m512d low_weights = _mm512_cvtps_pd(_mm256_load_ps(weight + 16 * k));
    const __m512d high_weights = _mm512_cvtps_pd(_mm256_load_ps(weight + 16 * k + 8));
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kImages; ++i) {
      const __m512d value = _mm512_cvtepi32_pd(_mm256_set1_epi32(v[i * in + k]));
      low[i] = _mm512_fmadd_pd(low_weights, value, low[i]);
      high[i] = _mm512_fmadd_pd(high_weights, value, high[i]);
    }
  }
  for (std::size_t i = 0; i < kImages; ++i) {
    _mm512_storeu_pd(sums[i], low[i]);
    _mm512_storeu_pd(sums[i] + 8, high[i]);
  }
}

}  // namespace

void exact_sums_avx512(std::int64_t in, const float* weight, std::int64_t images, const std::int32_t* v,
                       double (*sums)[16]) {
  const auto inputs = static_cast<std::size_t>(in);
  if (images == kExactImages) {
    exact_sums<kExactImages>(inputs, weight, v, sums);
  } else {
    for (std::int64_t i = 0; i < images; ++i) exact_sums<1>(inputs, weight, v + i * in, sums + i);
  }
}

}  // namespace certus
