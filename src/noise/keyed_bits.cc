#include "certus/noise/keyed_bits.h"

#include "certus/base/error.h"
#include "certus/noise/counter_layout.h"

namespace certus {

std::uint32_t keyed_bits(const NoiseKey& key, std::uint64_t sample, std::uint64_t element) {
  CERTUS_CHECK(element < kElementLimit);
  const PhiloxInput input = philox_input(key, sample, static_cast<std::uint32_t>(element / 4));
  return philox4x32(input.counter, input.key)[element % 4];
}

double keyed_unit(const NoiseKey& key, std::uint64_t sample, std::uint64_t element) {
  return keyed_bits(key, sample, element) * 0x1p-32;
}

std::uint32_t keyed_below(const NoiseKey& key, std::uint64_t sample, std::uint64_t element, std::uint32_t n) {
  CERTUS_CHECK(n >= 1);
  // The high word of bits * n: floor(u * n) without a division (Lemire 2019, without the rejection step).
  return static_cast<std::uint32_t>((std::uint64_t{keyed_bits(key, sample, element)} * n) >> 32);
}

}  // namespace certus
