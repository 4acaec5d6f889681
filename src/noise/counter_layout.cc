#include "certus/noise/counter_layout.h"

#include "certus/base/error.h"

namespace certus {

PhiloxInput philox_input(const NoiseKey& key, std::uint64_t sample, std::uint32_t block, WordStream stream) {
  CERTUS_CHECK(key.image < kImageLimit);
  CERTUS_CHECK(sample < kSampleLimit);
  const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
  const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
  const std::uint32_t top = high(sample) | high(key.image) << 8 |
                            static_cast<std::uint32_t>(key.purpose) << 16 |
                            static_cast<std::uint32_t>(stream) << 24;
  return {.counter = {block, low(sample), low(key.image), top}, .key = {low(key.seed), high(key.seed)}};
}

}  // namespace certus
