#include "certus/train/step_noise.h"

#include <ATen/Parallel.h>

#include <array>

#include "certus/noise/gaussian.h"

namespace certus {

at::Tensor step_noise(std::uint64_t seed, std::uint64_t epoch, std::span<const std::int64_t> positions,
                      std::int64_t copies, CopyLayout layout, double sigma, at::IntArrayRef image_sizes) {
  const auto images = static_cast<std::int64_t>(positions.size());
  std::vector<std::int64_t> sizes{images * copies};
  sizes.insert(sizes.end(), image_sizes.begin(), image_sizes.end());
  at::Tensor noise = at::empty(sizes, at::kFloat);
  const std::int64_t elements = images == 0 ? 0 : noise.numel() / noise.size(0);
  float* const begin = noise.data_ptr<float>();
  at::parallel_for(0, images * copies, 1, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t row = first; row < last; ++row) {
      const bool noise_major = layout == CopyLayout::kNoiseMajor;
      const std::int64_t image = noise_major ? row % images : row / copies;
      const std::int64_t copy = noise_major ? row / images : row % copies;
      const NoiseKey key{.seed = seed,
                         .image = static_cast<std::uint64_t>(positions[static_cast<std::size_t>(image)]),
                         .purpose = Purpose::kTraining};
      const std::uint64_t sample =
          epoch * static_cast<std::uint64_t>(copies) + static_cast<std::uint64_t>(copy);
      const std::span out(begin + row * elements, static_cast<std::size_t>(elements));
      fill_gaussian(key, sample, out);
      for (float& value : out) value *= static_cast<float>(sigma);
    }
  });
  return noise;
}

}  // namespace certus
