#include "certus/noise/gaussian.h"

#include "certus/noise/gaussian_kernels.h"

namespace certus {

void add_gaussian(const NoiseKey& key, std::uint64_t sample, float sigma, std::span<const float> x,
                  std::span<float> out) {
  add_gaussian(fastest_noise_kernel(), key, sample, sigma, x, out);
}

void fill_gaussian(const NoiseKey& key, std::uint64_t sample, std::span<float> out) {
  fill_gaussian(fastest_noise_kernel(), key, sample, out);
}

}  // namespace certus
