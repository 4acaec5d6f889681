#include "certus/noise/noise_source.h"

#include <algorithm>
#include <array>

#include "certus/base/error.h"
#include "certus/noise/gaussian.h"
#include "certus/noise/gaussian_kernels.h"

namespace certus {
namespace {

class GaussianNoise final : public NoiseSource {
 public:
  explicit GaussianNoise(Generator generator) : generator_(generator) {}

  std::string name() const override { return "gaussian, " + std::string(generator_name(generator_)); }

  NoiseMoments moments(float sigma) const override {
    const double variance = static_cast<double>(sigma) * static_cast<double>(sigma);
    return {.second = variance, .fourth = 3.0 * variance * variance};
  }

  Drawn add(const NoiseKey& key, std::uint64_t sample, float sigma, std::span<const float> x,
            std::span<float> out) const override {
    if (generator_ == Generator::kPhilox) {
      add_gaussian(key, sample, sigma, x, out);  // words and normals in one pass
    } else {
      add_from_words(key, sample, sigma, x, out);
    }
    return Drawn::kSurely;
  }

 private:
  void add_from_words(const NoiseKey& key, std::uint64_t sample, float sigma, std::span<const float> x,
                      std::span<float> out) const {
    CERTUS_CHECK(x.size() == out.size());
    constexpr std::size_t kChunk = 1024;
    std::array<std::uint32_t, kChunk> words;
    std::array<float, kChunk> normals;
    for (std::size_t first = 0; first < x.size(); first += kChunk) {
      const std::size_t count = std::min(kChunk, x.size() - first);
      const std::size_t whole = (count + 3) / 4 * 4;
      fill_words(generator_, key, sample, WordStream::kFirst, first, std::span(words).first(whole));
      normals_from_words(fastest_noise_kernel(), std::span(words).first(whole),
                         std::span(normals).first(whole));
      for (std::size_t i = 0; i < count; ++i) out[first + i] = x[first + i] + sigma * normals[i];
    }
  }

  Generator generator_;
};

}  // namespace

std::shared_ptr<const NoiseSource> gaussian_noise(Generator generator) {
  return std::make_shared<GaussianNoise>(generator);
}

}  // namespace certus
