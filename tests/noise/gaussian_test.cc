#include "certus/noise/gaussian.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>
#include <vector>

namespace certus {
namespace {

constexpr NoiseKey kKey{.seed = 99, .image = 1234, .purpose = Purpose::kVotes};

std::vector<float> drawn(const NoiseKey& key, std::uint64_t sample, std::size_t elements) {
  std::vector<float> out(elements);
  fill_gaussian(key, sample, out);
  return out;
}

TEST(FillGaussian, GivesTheseNumbersForEver) {
  // Records name their seed: another value here makes every old record irreproducible.
  // All six agree with Philox and Box-Muller evaluated to 15 digits by mpmath: -1.97141685, 0.307048711, ...
  const std::vector<float> z = drawn(kKey, 7, 6);
  EXPECT_EQ(z, (std::vector<float>{-1.97141683f, 0.307048708f, 0.14403604f, 0.171740294f, 0.82094419f,
                                   0.316861242f}));
}

TEST(FillGaussian, OfAShortSpanIsTheBeginningOfALongOne) {
  const std::vector<float> whole = drawn(kKey, 3, 300);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const auto end = whole.begin() + static_cast<std::ptrdiff_t>(length);
    ASSERT_EQ(drawn(kKey, 3, length), std::vector<float>(whole.begin(), end)) << length;
  }
}

TEST(FillGaussian, DependsOnNothingButItsArguments) {
  const std::vector<float> before = drawn(kKey, 5, 3072);
  for (const std::uint64_t sample : {6u, 4u, 5u, 1000u}) drawn({.seed = sample}, sample, 17);
  EXPECT_EQ(drawn(kKey, 5, 3072), before);
  std::vector<std::vector<float>> found(4);
  {
    std::vector<std::jthread> threads;
    for (auto& result : found) threads.emplace_back([&result] { result = drawn(kKey, 5, 3072); });
  }
  for (const auto& result : found) EXPECT_EQ(result, before);
}

TEST(FillGaussian, DiffersInEveryPartOfTheKey) {
  const std::vector<float> z = drawn(kKey, 5, 16);
  EXPECT_NE(drawn({.seed = 98, .image = 1234}, 5, 16), z);
  EXPECT_NE(drawn({.seed = 99 + (std::uint64_t{1} << 63), .image = 1234}, 5, 16), z);
  EXPECT_NE(drawn({.seed = 99, .image = 1235}, 5, 16), z);
  EXPECT_NE(drawn({.seed = 99, .image = 1234 + (std::uint64_t{1} << 39)}, 5, 16), z);
  EXPECT_NE(drawn({.seed = 99, .image = 1234, .purpose = Purpose::kTraining}, 5, 16), z);
  EXPECT_NE(drawn(kKey, 6, 16), z);
  EXPECT_NE(drawn(kKey, 5 + (std::uint64_t{1} << 39), 16), z);
}

TEST(AddGaussian, IsTheImagePlusSigmaTimesTheNormals) {
  const std::vector<float> z = drawn(kKey, 8, 1001);
  std::vector<float> x(z.size());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i) / 1000.0f;
  std::vector<float> out(z.size());
  add_gaussian(kKey, 8, 0.25f, x, out);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const float noise = 0.25f * z[i];
    EXPECT_EQ(out[i], x[i] + noise) << i;
  }
}

TEST(AddGaussian, WorksInPlace) {
  for (const std::size_t length : {0u, 1u, 31u, 32u, 100u, 3072u}) {
    std::vector<float> image(length, 0.5f);
    std::vector<float> expected(length);
    add_gaussian(kKey, 9, 1.0f, image, expected);
    add_gaussian(kKey, 9, 1.0f, image, image);
    EXPECT_EQ(image, expected) << length;
  }
}

TEST(AddGaussian, LeavesTheRangeOfPixels) {
  const std::vector<float> x(1000, 0.5f);
  std::vector<float> out(x.size());
  add_gaussian(kKey, 9, 1.0f, x, out);
  EXPECT_LT(*std::min_element(out.begin(), out.end()), 0.0f);
  EXPECT_GT(*std::max_element(out.begin(), out.end()), 1.0f);
}

TEST(AddGaussian, WithSigmaZeroIsTheImage) {
  const std::vector<float> x(50, 0.125f);
  std::vector<float> out(x.size());
  add_gaussian(kKey, 9, 0.0f, x, out);
  EXPECT_EQ(out, x);
}

}  // namespace
}  // namespace certus
