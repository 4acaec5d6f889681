#pragma once

#include <cstdint>

namespace certus {

/// A uniform number in (0, 1) as a pure function of its key: there is no generator object, and the order of
/// calls does not matter. It is the splitmix64 mixer (Steele, Lea and Flood 2014), nested over the key, with
/// 52 random bits.
///
/// For simulated logs only. Whatever a network sees comes from Philox (certus/noise), and so does
/// everything behind a certificate. It exists in addition to Philox because simulated logs are reproduced
/// from their seeds: another generator would change every one of them. The same key gives the same bits
/// in every version.
double keyed_uniform(std::uint64_t seed, std::uint64_t stream, std::uint64_t index);

}  // namespace certus
