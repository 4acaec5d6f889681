#include "certus/noise/philox.h"

namespace certus {

std::array<std::uint32_t, 4> philox4x32(PhiloxCounter counter, PhiloxKey key) {
  const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
  const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
  for (int round = 0; round < kPhiloxRounds; ++round) {
    const std::uint64_t product0 = std::uint64_t{kPhiloxMultiplier0} * counter[0];
    const std::uint64_t product1 = std::uint64_t{kPhiloxMultiplier1} * counter[2];
    counter = {high(product1) ^ counter[1] ^ key[0], low(product1), high(product0) ^ counter[3] ^ key[1],
               low(product0)};
    key = {key[0] + kPhiloxKeyStep0, key[1] + kPhiloxKeyStep1};
  }
  return counter;
}

}  // namespace certus
