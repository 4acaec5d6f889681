#pragma once

#include <cstdint>

#include "certus/noise/noise_key.h"

namespace certus {

/// Uniform numbers as pure functions of (key, sample, element), from the same Philox words as the normals.
/// Draw only one kind of number for each (key, sample, element), because all kinds read the same 32 bits
/// (normals read those of a pair of elements). Element is less than 2^34, sample less than 2^40.

std::uint32_t keyed_bits(const NoiseKey& key, std::uint64_t sample, std::uint64_t element);

/// A multiple of 2^-32 in [0, 1).
double keyed_unit(const NoiseKey& key, std::uint64_t sample, std::uint64_t element);

/// An integer in [0, n), with n at least 1. The probability of each integer differs from 1/n by
/// less than 2^-32.
std::uint32_t keyed_below(const NoiseKey& key, std::uint64_t sample, std::uint64_t element, std::uint32_t n);

}  // namespace certus
