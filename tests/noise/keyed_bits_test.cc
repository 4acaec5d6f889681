#include "certus/noise/keyed_bits.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

#include "certus/noise/counter_layout.h"
#include "certus/noise/philox.h"

namespace certus {
namespace {

constexpr NoiseKey kKey{.seed = 11, .image = 22, .purpose = Purpose::kAugment};

TEST(KeyedBits, AreTheWordsOfThePhiloxBlock) {
  for (std::uint32_t block : {0u, 1u, 1000u, 0xffffffffu}) {
    const PhiloxInput input = philox_input(kKey, 5, block);
    const auto words = philox4x32(input.counter, input.key);
    for (std::uint64_t i = 0; i < 4; ++i)
      EXPECT_EQ(keyed_bits(kKey, 5, std::uint64_t{block} * 4 + i), words[i]);
  }
  EXPECT_THROW(keyed_bits(kKey, 5, kElementLimit), std::logic_error);
}

TEST(KeyedUnit, IsTheWordAsAFraction) {
  for (std::uint64_t e = 0; e < 100; ++e) {
    EXPECT_EQ(keyed_unit(kKey, 7, e) * 0x1p32, keyed_bits(kKey, 7, e));
    EXPECT_LT(keyed_unit(kKey, 7, e), 1.0);
  }
}

TEST(KeyedBelow, StaysBelowAndHitsEveryValueEquallyOften) {
  // Chi-square with n - 1 degrees of freedom: above n - 1 + 6 sqrt(2 (n - 1)) + 16 less than once in 10^6
  // keys for every n used here (fixed key).
  constexpr std::uint64_t kDraws = 100'000;
  for (const std::uint32_t n : {1u, 2u, 3u, 9u, 10u, 1000u}) {
    std::vector<double> counts(n);
    for (std::uint64_t e = 0; e < kDraws; ++e) {
      const std::uint32_t value = keyed_below(kKey, n, e, n);
      ASSERT_LT(value, n);
      ++counts[value];
    }
    double chi_square = 0;
    const double expected = static_cast<double>(kDraws) / n;
    for (const double count : counts) chi_square += (count - expected) * (count - expected) / expected;
    EXPECT_LE(chi_square, n - 1 + 6 * std::sqrt(2.0 * (n - 1)) + 16 * (n > 1)) << n;
  }
  EXPECT_THROW(keyed_below(kKey, 0, 0, 0), std::logic_error);
}

TEST(KeyedBelow, IsTheFloorOfTheFractionTimesN) {
  for (std::uint64_t e = 0; e < 1000; ++e) {
    for (const std::uint32_t n : {2u, 5u, 50'000u, 0xffffffffu}) {
      EXPECT_EQ(keyed_below(kKey, 1, e, n), static_cast<std::uint32_t>(keyed_unit(kKey, 1, e) * n));
    }
  }
}

}  // namespace
}  // namespace certus
