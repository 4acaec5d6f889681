#pragma once

#include <cstdint>

namespace certus {

/// A uniform number in (0, 1) as a pure function of its key: no generator, no order of calls. Used by
/// simulated logs, never for certificates. The splitmix64 mixer (Steele, Lea and Flood 2014) nested over the
/// key; 52 random bits.
double keyed_uniform(std::uint64_t seed, std::uint64_t stream, std::uint64_t index);

}  // namespace certus
