#pragma once

#include <cstdint>

namespace certus {

/// The largest number of images that exact_sums_avx512 takes at once.
inline constexpr std::int64_t kExactImages = 8;

/// The sums of ExactLinear for one block of 16 outputs with AVX-512: sums[i][o] is the sum over k of
/// weight[k][o] * v[i][k]. Weights are 64-byte aligned.
void exact_sums_avx512(std::int64_t in, const float* weight, std::int64_t images, const std::int32_t* v,
                       double (*sums)[16]);

}  // namespace certus
