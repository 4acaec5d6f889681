#include "certus/certify/noise_check.h"

#include <functional>

#include "certus/noise/gaussian.h"
#include "certus/noise/grid_gaussian.h"
#include "certus/noise/keyed_bits.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr float kSigma = 0.25F;

/// Gaussian noise with something wrong about it.
class BrokenNoise : public NoiseSource {
 public:
  using Break = std::function<void(NoiseKey& key, std::uint64_t& sample, float& sigma)>;
  using Finish = std::function<void(std::span<const float> x, std::span<float> out)>;

  explicit BrokenNoise(Break before, Finish after = {})
      : before_(std::move(before)), after_(std::move(after)) {}
  std::string name() const override { return "broken"; }
  NoiseMoments moments(float sigma) const override { return gaussian_noise()->moments(sigma); }
  Drawn add(const NoiseKey& key, std::uint64_t sample, float sigma, std::span<const float> x,
            std::span<float> out) const override {
    NoiseKey other = key;
    if (before_) before_(other, sample, sigma);
    add_gaussian(other, sample, sigma, x, out);
    if (after_) after_(x, out);
    return Drawn::kSurely;
  }

 private:
  Break before_;
  Finish after_;
};

/// Not the law, but its mean and variance.
class UniformNoise : public BrokenNoise {
 public:
  UniformNoise() : BrokenNoise({}) {}
  Drawn add(const NoiseKey& key, std::uint64_t sample, float sigma, std::span<const float> x,
            std::span<float> out) const override {
    for (std::size_t i = 0; i < x.size(); ++i) {
      out[i] = x[i] + sigma * std::sqrt(12.0F) * static_cast<float>(keyed_unit(key, sample, i) - 0.5);
    }
    return Drawn::kSurely;
  }
};

std::vector<float> picture(std::size_t elements) {
  std::vector<float> x(elements);
  for (std::size_t i = 0; i < elements; ++i) x[i] = static_cast<float>(i * 7 % 256) / 255.0F;
  return x;
}

std::string found(const NoiseSource& noise, std::size_t elements = 784, float sigma = kSigma,
                  std::uint64_t seed = 1) {
  const std::vector<float> x = picture(elements);
  return check_noise(noise, {{1, 1, static_cast<std::int64_t>(elements)}, x}, sigma, seed);
}

std::string complaint(const NoiseSource& noise) {
  return error_of([&] { found(noise); });
}

TEST(NoiseCheck, PassesTheNoiseThereIs) {
  for (const Generator generator : {Generator::kPhilox, Generator::kChacha20}) {
    for (const float sigma : {0.002F, 0.12F, 1.0F}) {
      for (const std::size_t elements : {8U, 784U, 3072U, 150'528U}) {
        EXPECT_THAT(found(*gaussian_noise(generator), elements, sigma), StartsWith("passed: "));
        EXPECT_THAT(found(*grid_noise(sigma, generator), elements, sigma), StartsWith("passed: "));
      }
    }
  }
}

TEST(NoiseCheck, SaysTheSameForTheSameSeed) {
  EXPECT_EQ(found(*gaussian_noise()), found(*gaussian_noise()));
  EXPECT_NE(found(*gaussian_noise()), found(*gaussian_noise(), 784, kSigma, 2));
}

TEST(NoiseCheck, SeesASigmaThatIsOffByOnePercent) {
  for (const float factor : {0.99F, 1.01F}) {
    const BrokenNoise noise([=](NoiseKey&, std::uint64_t&, float& sigma) { sigma *= factor; });
    EXPECT_THAT(complaint(noise), HasSubstr("the noise 'broken' with seed 1 does not have the distribution "
                                            "it should have: its standard deviation is 0.2"));
  }
  const GridGaussian narrow(0.99 * static_cast<double>(kSigma));
  class Narrow : public BrokenNoise {
   public:
    explicit Narrow(GridGaussian law) : BrokenNoise({}), law_(std::move(law)) {}
    NoiseMoments moments(float sigma) const override { return grid_noise(sigma)->moments(sigma); }
    Drawn add(const NoiseKey& key, std::uint64_t sample, float, std::span<const float> x,
              std::span<float> out) const override {
      return law_.add(Generator::kPhilox, key, sample, x, out);
    }

   private:
    GridGaussian law_;
  };
  EXPECT_THAT(complaint(Narrow(narrow)), HasSubstr("its standard deviation is 0.24"));
}

TEST(NoiseCheck, SeesAnotherLaw) {
  EXPECT_THAT(complaint(UniformNoise()), HasSubstr("its distribution function is 0.05"));
}

TEST(NoiseCheck, SeesAnOffset) {
  const BrokenNoise noise({}, [](std::span<const float>, std::span<float> out) {
    for (float& v : out) v += 0.01F * kSigma;
  });
  EXPECT_THAT(complaint(noise), HasSubstr("its mean is "));
}

TEST(NoiseCheck, SeesNoiseThatIsShared) {
  const BrokenNoise images(
      [](NoiseKey& key, std::uint64_t&, float&) { key.image = key.image == 3 ? 1 : key.image; });
  EXPECT_THAT(complaint(images), HasSubstr("images 1 and 3 have correlation 1"));
  const BrokenNoise draws([](NoiseKey&, std::uint64_t& sample, float&) { sample /= 2; });
  EXPECT_THAT(complaint(draws), HasSubstr("draws of an image have correlation 0."));
  const BrokenNoise elements({}, [](std::span<const float> x, std::span<float> out) {
    for (std::size_t i = 1; i < out.size(); i += 2) out[i] = x[i] + (out[i - 1] - x[i - 1]);
  });
  EXPECT_THAT(complaint(elements), HasSubstr("neighbouring elements have correlation 0."));
}

TEST(NoiseCheck, SeesAnElementThatIsStuck) {
  const BrokenNoise noise({}, [](std::span<const float> x, std::span<float> out) { out[77] = x[77] + 0.1F; });
  EXPECT_THAT(complaint(noise), HasSubstr("element 77 is the same in all of 1340 draws"));
}

TEST(NoiseCheck, SeesNumbersThatAreNone) {
  const BrokenNoise noise({}, [](std::span<const float>, std::span<float> out) { out[5] = std::nanf(""); });
  EXPECT_THAT(complaint(noise), HasSubstr("its mean is nan"));
}

}  // namespace
}  // namespace certus
