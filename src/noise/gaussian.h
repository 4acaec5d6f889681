#pragma once

#include <cstdint>
#include <span>

#include "certus/noise/noise_key.h"

namespace certus {

/// Standard normals g(key, sample, element): Box-Muller on the words of Philox4x32-10, whose layout is in
/// counter_layout.h. Each normal has 32 random bits for the radius, 32 for the angle, and float32
/// precision, also near 0 and far out. The largest |g| is sqrt(2 ln 2^33) = 6.76; a share of 1.3e-11 of the
/// normal distribution lies beyond it. The bits are the same on every processor and for every length: a
/// short span holds the beginning of a long one. Spans have at most 2^34 elements and any alignment;
/// samples are less than 2^40.

/// out[e] = x[e] + sigma * g(key, sample, e), with g standard normal; x and out have the same length and may
/// be the same memory. Nothing is clamped: pixels may leave [0, 1].
void add_gaussian(const NoiseKey& key, std::uint64_t sample, float sigma, std::span<const float> x,
                  std::span<float> out);

/// P(|Z| > 6.76): the probability that a standard normal lies beyond the largest possible |g|, rounded up.
inline constexpr double kMissingTail = 1.4e-11;

/// out[e] = g(key, sample, e): standard normals.
void fill_gaussian(const NoiseKey& key, std::uint64_t sample, std::span<float> out);

}  // namespace certus
