#pragma once

#include <array>
#include <cstdint>

namespace certus {

using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

inline constexpr int kPhiloxRounds = 10;
inline constexpr std::uint32_t kPhiloxMultiplier0 = 0xD2511F53;
inline constexpr std::uint32_t kPhiloxMultiplier1 = 0xCD9E8D57;
inline constexpr std::uint32_t kPhiloxKeyStep0 = 0x9E3779B9;
inline constexpr std::uint32_t kPhiloxKeyStep1 = 0xBB67AE85;

/// Four random words as a pure function of counter and key: Philox4x32-10 (Salmon, Moraes, Dror and
/// Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011). For every key it is a bijection of
/// the 2^128 counters.
std::array<std::uint32_t, 4> philox4x32(PhiloxCounter counter, PhiloxKey key);

}  // namespace certus
