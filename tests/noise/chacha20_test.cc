#include "certus/noise/chacha20.h"

#include <gtest/gtest.h>

#include <vector>

namespace certus {
namespace {

using Words = std::vector<std::uint32_t>;

Words words(const ChachaKey& key, std::uint32_t counter, const ChachaNonce& nonce, std::size_t count) {
  Words out(count);
  chacha20_words(key, counter, nonce, out);
  return out;
}

TEST(Chacha20, GivesTheBlockOfTheStandard) {  // RFC 8439, section 2.3.2
  const ChachaKey key{0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c,
                      0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c};
  EXPECT_EQ(words(key, 1, {0x09000000, 0x4a000000, 0}, 16),
            (Words{0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3, 0xc7f4d1c7, 0x0368c033, 0x9aaa2204,
                   0x4e6cd4c3, 0x466482d2, 0x09aa9f07, 0x05d7c214, 0xa2028bd9, 0xd19c12b5, 0xb94e16de,
                   0xe883d0cb, 0x4e3c50a2}));
}

TEST(Chacha20, GoesOnWithTheNextBlock) {  // RFC 8439, appendix A.1, vectors 1 and 2
  EXPECT_EQ(words({}, 0, {}, 32),
            (Words{0xade0b876, 0x903df1a0, 0xe56a5d40, 0x28bd8653, 0xb819d2bd, 0x1aed8da0, 0xccef36a8,
                   0xc70d778b, 0x7c5941da, 0x8d485751, 0x3fe02477, 0x374ad8b8, 0xf4b8436a, 0x1ca11815,
                   0x69b687c3, 0x8665eeb2, 0xbee7079f, 0x7a385155, 0x7c97ba98, 0x0d082d73, 0xa0290fcb,
                   0x6965e348, 0x3e53c612, 0xed7aee32, 0x7621b729, 0x434ee69c, 0xb03371d5, 0xd539d874,
                   0x281fed31, 0x45fb0a51, 0x1f0ae1ac, 0x6f4d794b}));
}

TEST(Chacha20, AShortStreamIsTheBeginningOfALongOne) {
  const ChachaKey key{1, 2, 3, 4, 5, 6, 7, 8};
  const Words all = words(key, 40, {9, 8, 7}, 1000);
  for (const std::size_t count : {0U, 1U, 15U, 16U, 127U, 128U, 129U, 999U}) {
    EXPECT_EQ(words(key, 40, {9, 8, 7}, count),
              Words(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count)));
  }
  EXPECT_EQ(words(key, 43, {9, 8, 7}, 1000 - 48), Words(all.begin() + 48, all.end()));
}

}  // namespace
}  // namespace certus
