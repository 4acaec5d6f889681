#include "certus/noise/chacha20.h"

#include <algorithm>

namespace certus {
namespace {

/// Number of blocks that go through the rounds side by side, one per lane.
constexpr std::size_t kLanes = 8;
using Row [[gnu::vector_size(4 * kLanes)]] = std::uint32_t;

[[gnu::always_inline]] inline void mix(Row& sum, const Row& addend, Row& mixed, int bits) {
  sum += addend;
  mixed ^= sum;
  mixed = mixed << bits | mixed >> (32 - bits);
}

[[gnu::always_inline]] inline void quarter_round(Row& a, Row& b, Row& c, Row& d) {
  mix(a, b, d, 16);
  mix(c, d, b, 12);
  mix(a, b, d, 8);
  mix(c, d, b, 7);
}

}  // namespace

void chacha20_words(const ChachaKey& key, std::uint32_t counter, const ChachaNonce& nonce,
                    std::span<std::uint32_t> out) {
  const std::array<std::uint32_t, kChachaWords> begin{
      0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, key[0],  key[1],   key[2],   key[3],
      key[4],     key[5],     key[6],     key[7],     counter, nonce[0], nonce[1], nonce[2]};
  for (std::size_t done = 0; done < out.size(); done += kLanes * kChachaWords) {
    Row start[kChachaWords];
    for (std::size_t w = 0; w < kChachaWords; ++w) start[w] = Row{} + begin[w];
    for (std::size_t i = 0; i < kLanes; ++i) {
      start[12][i] += static_cast<std::uint32_t>(done / kChachaWords + i);
    }
    Row x[kChachaWords];
    for (std::size_t w = 0; w < kChachaWords; ++w) x[w] = start[w];
    for (int double_round = 0; double_round < 10; ++double_round) {
      for (std::size_t i = 0; i < 4; ++i) quarter_round(x[i], x[4 + i], x[8 + i], x[12 + i]);
      for (std::size_t i = 0; i < 4; ++i) {
        quarter_round(x[i], x[4 + (i + 1) % 4], x[8 + (i + 2) % 4], x[12 + (i + 3) % 4]);
      }
    }
    for (std::size_t w = 0; w < kChachaWords; ++w) x[w] += start[w];
    const std::size_t count = std::min(out.size() - done, kLanes * kChachaWords);
    for (std::size_t i = 0; i < count; ++i) {
      out[done + i] = x[i % kChachaWords][i / kChachaWords];
    }
  }
}

}  // namespace certus
