#include "certus/noise/noise_source.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "certus/noise/gaussian.h"

namespace certus {
namespace {

TEST(GaussianNoise, OfPhiloxIsTheNoiseOfOlderRecords) {
  const std::vector<float> x(101, 0.3F);
  std::vector<float> found(x.size());
  std::vector<float> expected(x.size());
  const NoiseKey key{.seed = 3, .image = 4};
  EXPECT_EQ(gaussian_noise()->add(key, 5, 0.5F, x, found), Drawn::kSurely);
  add_gaussian(key, 5, 0.5F, x, expected);
  EXPECT_EQ(found, expected);
  EXPECT_EQ(gaussian_noise()->name(), "gaussian, philox4x32-10");
}

TEST(GaussianNoise, OfChachaIsNormalAndTheSameForEveryLength) {
  const std::vector<float> x(200'001, 0.0F);
  std::vector<float> noise(x.size());
  const auto source = gaussian_noise(Generator::kChacha20);
  source->add({.seed = 3}, 0, 2.0F, x, noise);
  double sum = 0.0;
  double squares = 0.0;
  for (const float v : noise) {
    sum += static_cast<double>(v);
    squares += static_cast<double>(v) * static_cast<double>(v);
  }
  const auto n = static_cast<double>(x.size());
  EXPECT_LT(std::abs(sum / n), 5 * 2.0 / std::sqrt(n));
  EXPECT_NEAR(squares / n / 4.0, 1.0, 5 * std::sqrt(2.0 / n));
  std::vector<float> part(1030);
  source->add({.seed = 3}, 0, 2.0F, std::span(x).first(part.size()), part);
  EXPECT_EQ(part, std::vector<float>(noise.begin(), noise.begin() + 1030));
}

}  // namespace
}  // namespace certus
