#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace certus {

using ChachaKey = std::array<std::uint32_t, 8>;
using ChachaNonce = std::array<std::uint32_t, 3>;

inline constexpr std::size_t kChachaWords = 16;  ///< of a block

/// out[i] = word i of the ChaCha20 key stream that begins at block `counter` (Bernstein 2008, in the form of
/// RFC 8439: 32-bit counter, 96-bit nonce): a cipher, so as far as is known nobody can distinguish these
/// words from random ones without the key. Blocks are counted modulo 2^32.
void chacha20_words(const ChachaKey& key, std::uint32_t counter, const ChachaNonce& nonce,
                    std::span<std::uint32_t> out);

}  // namespace certus
