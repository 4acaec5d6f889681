#include "certus/noise/counter_layout.h"

#include <gtest/gtest.h>

#include <map>
#include <stdexcept>
#include <tuple>

namespace certus {
namespace {

TEST(PhiloxInput, IsLaidOutAsDocumented) {
  const NoiseKey key{.seed = 0x1122334455667788, .image = 0xab01020304, .purpose = Purpose::kShuffle};
  const PhiloxInput input = philox_input(key, 0xcd05060708, 0x99aabbcc);
  EXPECT_EQ(input.key, (PhiloxKey{0x55667788, 0x11223344}));
  EXPECT_EQ(input.counter, (PhiloxCounter{0x99aabbcc, 0x05060708, 0x01020304, 0x0003abcd}));
}

TEST(PhiloxInput, EveryBitOfTheKeyHasABitOfItsOwn) {
  // With all fields a sum of single bits, different inputs for all single bits and no shared bit are
  // injectivity: 64 of seed, 40 of image, 3 of the purposes in use, 40 of sample, 32 of block.
  const PhiloxInput zero = philox_input({}, 0, 0);
  std::map<std::tuple<int, int>, int> uses;
  const auto record = [&](const PhiloxInput& input) {
    int changed = 0;
    for (int word = 0; word < 6; ++word) {
      const auto i = static_cast<std::size_t>(word);
      const std::uint32_t bits =
          word < 4 ? input.counter[i] ^ zero.counter[i] : input.key[i - 4] ^ zero.key[i - 4];
      for (int bit = 0; bit < 32; ++bit) {
        if ((bits >> bit & 1) == 0) continue;
        ++uses[{word, bit}];
        ++changed;
      }
    }
    EXPECT_EQ(changed, 1);
  };
  const auto bit = [](int i) { return std::uint64_t{1} << i; };
  for (int i = 0; i < 64; ++i) record(philox_input({.seed = bit(i)}, 0, 0));
  for (int i = 0; i < 40; ++i) record(philox_input({.image = bit(i)}, 0, 0));
  for (int i = 0; i < 3; ++i) record(philox_input({.purpose = static_cast<Purpose>(bit(i))}, 0, 0));
  for (int i = 0; i < 40; ++i) record(philox_input({}, bit(i), 0));
  for (int i = 0; i < 32; ++i) record(philox_input({}, 0, static_cast<std::uint32_t>(bit(i))));
  EXPECT_EQ(uses.size(), 64u + 40u + 3u + 40u + 32u);
}

TEST(PhiloxInput, StreamsHaveABitOfTheirOwn) {
  PhiloxInput expected = philox_input({.seed = 5}, 6, 7);
  expected.counter[3] |= 0x01000000;
  EXPECT_EQ(philox_input({.seed = 5}, 6, 7, WordStream::kMore).counter, expected.counter);
}

TEST(PhiloxInput, RefusesWhatDoesNotFit) {
  EXPECT_THROW(philox_input({.image = kImageLimit}, 0, 0), std::logic_error);
  EXPECT_THROW(philox_input({}, kSampleLimit, 0), std::logic_error);
  EXPECT_NO_THROW(philox_input({.image = kImageLimit - 1}, kSampleLimit - 1, 0xffffffff));
}

}  // namespace
}  // namespace certus
