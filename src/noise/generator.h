#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "certus/noise/noise_key.h"

namespace certus {

enum class WordStream : std::uint8_t;  // counter_layout.h

/// The source of random words. Both generators are pure functions of a key and a counter.
enum class Generator {
  kPhilox,    ///< Philox4x32-10: fast and statistically sound, but not a cipher
  kChacha20,  ///< a stream cipher: no observer who lacks the key can predict the noise
};

std::string_view generator_name(Generator generator);  ///< "philox4x32-10", "chacha20"

/// out[i] = word first + i of (key, sample, stream): uniform, independent of all other words. `first` is a
/// multiple of 16, first + out.size() at most kElementLimit.
///
/// Philox: laid out as in counter_layout.h. ChaCha20: words 0 and 1 of the key are the seed, low word first,
/// the others zero; the block counter is word / 16, the nonce words 1 to 3 of the same layout.
void fill_words(Generator generator, const NoiseKey& key, std::uint64_t sample, WordStream stream,
                std::uint64_t first, std::span<std::uint32_t> out);

}  // namespace certus
