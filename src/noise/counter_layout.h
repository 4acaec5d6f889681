#pragma once

#include <cstdint>

#include "certus/noise/noise_key.h"
#include "certus/noise/philox.h"

namespace certus {

inline constexpr std::uint64_t kImageLimit = std::uint64_t{1} << 40;
inline constexpr std::uint64_t kSampleLimit = std::uint64_t{1} << 40;
inline constexpr std::uint64_t kElementLimit = std::uint64_t{1} << 34;  ///< four per block, 2^32 blocks

/// Which random words of (key, sample): the words that everything is drawn from, or the additional words that
/// are used where the first ones were not enough to decide.
enum class WordStream : std::uint8_t { kFirst = 0, kMore = 1 };

struct PhiloxInput {
  PhiloxCounter counter{};
  PhiloxKey key{};
};

/// Where the words of (key, sample, element) come from: word `element % 4` of the Philox output for this
/// input, with block = element / 4. This is the only place that knows the layout:
///
///   key[0], key[1]   seed, low word first
///   counter[0]       block
///   counter[1]       sample, low 32 bits
///   counter[2]       image, low 32 bits
///   counter[3]       bits 0-7 sample >> 32, bits 8-15 image >> 32, bits 16-23 purpose, bits 24-31 stream
///
/// Injective: no two (key, sample, stream, element) share a word. Image and sample must be
/// below their limits.
PhiloxInput philox_input(const NoiseKey& key, std::uint64_t sample, std::uint32_t block,
                         WordStream stream = WordStream::kFirst);

}  // namespace certus
