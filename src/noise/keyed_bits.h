#pragma once

#include <cstdint>

#include "certus/noise/noise_key.h"

namespace certus {

/// Uniform numbers as pure functions of (key, sample, element), from the same Philox words as the normals:
/// for one (key, sample, element) draw one kind only, as all kinds read the same 32 bits (normals read those
/// of a pair of elements). Element is less than 2^34, sample less than 2^40.

std::uint32_t keyed_bits(const NoiseKey& key, std::uint64_t sample, std::uint64_t element);

/// Multiple of 2^-32 in [0, 1).
double keyed_unit(const NoiseKey& key, std::uint64_t sample, std::uint64_t element);

/// Integer in [0, n), n at least 1. The probability of each differs from 1/n by less than 2^-32.
std::uint32_t keyed_below(const NoiseKey& key, std::uint64_t sample, std::uint64_t element, std::uint32_t n);

}  // namespace certus
