#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "certus/noise/counter_layout.h"
#include "certus/noise/noise_key.h"

namespace certus {

/// The implementations behind gaussian.h, for tests and benchmarks. All give the same bits.
enum class NoiseKernel { kScalar, kAvx2, kAvx512 };

std::string_view noise_kernel_name(NoiseKernel kernel);  ///< "scalar", "avx2", "avx512"

/// The kernels that this build contains and this processor can run, slowest first; kScalar is always among
/// them. gaussian.h uses the last one.
std::vector<NoiseKernel> supported_noise_kernels();
NoiseKernel fastest_noise_kernel();

/// As in gaussian.h; the kernel must be a supported one.
void add_gaussian(NoiseKernel kernel, const NoiseKey& key, std::uint64_t sample, float sigma,
                  std::span<const float> x, std::span<float> out);
void fill_gaussian(NoiseKernel kernel, const NoiseKey& key, std::uint64_t sample, std::span<float> out);

/// out[i] = word first + i of (key, sample, stream), as counter_layout.h numbers them; first is a multiple
/// of 4.
void philox_words(NoiseKernel kernel, const NoiseKey& key, std::uint64_t sample, WordStream stream,
                  std::uint64_t first, std::span<std::uint32_t> out);

/// Turns random words into normals: words 4b to 4b + 3 give out[4b] to out[4b + 3]. Of each pair of words the
/// first sets the radius sqrt(-2 ln((word + 1/2) 2^-32)), the second the angle. Both spans have the same
/// length, a multiple of 4.
void normals_from_words(NoiseKernel kernel, std::span<const std::uint32_t> words, std::span<float> out);

}  // namespace certus
