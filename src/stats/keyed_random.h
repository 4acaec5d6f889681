#pragma once

#include <cstdint>

namespace certus {

/// A uniform number in (0, 1) as a pure function of its key: no generator, no order of calls. The splitmix64
/// mixer (Steele, Lea and Flood 2014) nested over the key; 52 random bits.
///
/// For simulated logs only. Whatever a network sees comes from Philox (certus/noise), and so does everything
/// behind a certificate. It exists beside Philox because a simulated log is reproduced by its seed: another
/// generator would change every one. The same key gives the same bits in every version.
double keyed_uniform(std::uint64_t seed, std::uint64_t stream, std::uint64_t index);

}  // namespace certus
