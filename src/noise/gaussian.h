#pragma once

#include <cstdint>
#include <span>

#include "certus/noise/noise_key.h"

namespace certus {

/// Standard normals g(key, sample, element): Box-Muller on the words of Philox4x32-10, whose layout is in
/// counter_layout.h. Each normal has 32 random bits for the radius, 32 for the angle, and float32
/// precision, also near 0 and far out. Elements 2i and 2i + 1 share a radius, whose largest value is
/// sqrt(2 ln 2^33) = 6.76; kMissingTailOfPair is what lies beyond. The bits are the same on every processor
/// and for every length: a short span holds the beginning of a long one. Spans have at most 2^34 elements and
/// any alignment; samples are less than 2^40.

/// out[e] = x[e] + sigma * g(key, sample, e), with g standard normal; x and out have the same length and may
/// be the same memory. Nothing is clamped: pixels may leave [0, 1].
void add_gaussian(const NoiseKey& key, std::uint64_t sample, float sigma, std::span<const float> x,
                  std::span<float> out);

/// P(R > 6.76) for the radius R of two independent standard normals, rounded up: what the noise lacks of the
/// normal law, for each pair of elements. R^2 / 2 is exponential, so P(R > sqrt(2 ln 2^33)) = 2^-33. Not only
/// elements beyond 6.76 are missing, but all pairs with a longer radius, whatever their angle.
inline constexpr double kMissingTailOfPair = 1.165e-10;

/// out[e] = g(key, sample, e): standard normals.
void fill_gaussian(const NoiseKey& key, std::uint64_t sample, std::span<float> out);

}  // namespace certus
