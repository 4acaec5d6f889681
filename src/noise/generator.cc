#include "certus/noise/generator.h"

#include "certus/base/error.h"
#include "certus/noise/chacha20.h"
#include "certus/noise/gaussian_kernels.h"

namespace certus {

std::string_view generator_name(Generator generator) {
  return generator == Generator::kPhilox ? "philox4x32-10" : "chacha20";
}

void fill_words(Generator generator, const NoiseKey& key, std::uint64_t sample, WordStream stream,
                std::uint64_t first, std::span<std::uint32_t> out) {
  CERTUS_CHECK(first % kChachaWords == 0 && first + out.size() <= kElementLimit);
  if (generator == Generator::kPhilox) {
    return philox_words(fastest_noise_kernel(), key, sample, stream, first, out);
  }
  const PhiloxInput layout = philox_input(key, sample, 0, stream);
  chacha20_words({layout.key[0], layout.key[1]}, static_cast<std::uint32_t>(first / kChachaWords),
                 {layout.counter[1], layout.counter[2], layout.counter[3]}, out);
}

}  // namespace certus
