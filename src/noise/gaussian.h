#pragma once

#include <cstdint>
#include <span>

#include "certus/noise/noise_key.h"

namespace certus {

/// out[e] = x[e] + sigma * g(key, sample, e), with g standard normal; x and out have the same length and may
/// be the same memory. Nothing is clamped: pixels may leave [0, 1].
void add_gaussian(const NoiseKey& key, std::uint64_t sample, float sigma, std::span<const float> x,
                  std::span<float> out);

/// out[e] = g(key, sample, e): standard normals.
void fill_gaussian(const NoiseKey& key, std::uint64_t sample, std::span<float> out);

}  // namespace certus
