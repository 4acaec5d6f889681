#include "certus/noise/gaussian_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include "certus/noise/counter_layout.h"
#include "certus/noise/gaussian.h"
#include "certus/noise/keyed_bits.h"
#include "certus/noise/philox.h"

namespace certus {
namespace {

using Word = std::uint32_t;

class EveryNoiseKernel : public testing::TestWithParam<NoiseKernel> {};

INSTANTIATE_TEST_SUITE_P(Gaussian, EveryNoiseKernel, testing::ValuesIn(supported_noise_kernels()),
                         [](const auto& kernel) { return std::string(noise_kernel_name(kernel.param)); });

std::vector<Word> bits_of(const std::vector<float>& values) {
  std::vector<Word> bits;
  for (const float value : values) bits.push_back(std::bit_cast<Word>(value));
  return bits;
}

std::vector<float> normals(NoiseKernel kernel, const std::vector<Word>& words) {
  std::vector<float> out(words.size());
  normals_from_words(kernel, words, out);
  return out;
}

/// Both normals of a pair of words by the definition, in long double.
struct ExactPair {
  long double first;
  long double second;
};
ExactPair exact(Word radius_word, Word angle_word) {
  const long double radius = std::sqrt(-2 * std::log((radius_word + 0.5L) * 0x1p-32L));
  const auto quarter = static_cast<long double>(static_cast<std::int32_t>(angle_word << 2)) + 2;
  const long double phi = std::numbers::pi_v<long double> / 2 * quarter * 0x1p-32L;
  const long double cosine = (angle_word >> 30 & 1) != 0 ? -std::cos(phi) : std::cos(phi);
  const long double sine = std::sin(phi);
  if (angle_word >> 31 != 0) return {radius * sine, radius * cosine};
  return {radius * cosine, radius * sine};
}

TEST_P(EveryNoiseKernel, LacksTheTailThatTheHeaderSays) {
  // The radius of word 0 and that of the words after it, at the angle 0, where it is the first normal.
  std::vector<Word> words;
  for (Word word = 0; word < 1024; ++word) words.insert(words.end(), {word, 0, word, 0});
  const std::vector<float> drawn = normals(GetParam(), words);
  for (std::size_t word = 1; word < 1024; ++word) EXPECT_LT(drawn[4 * word], drawn[4 * word - 4]) << word;
  const double largest = std::hypot(double{drawn[0]}, double{drawn[1]});
  // Every cell of 2^-32 but that of word 0 has pairs of its size on both sides of its radius. Half of the
  // first cell lies beyond its own.
  const double missing = std::exp(-largest * largest / 2);
  EXPECT_NEAR(missing / 0x1p-33, 1.0, 1e-4);
  EXPECT_GE(kMissingTailOfPair, missing);
  EXPECT_LE(kMissingTailOfPair, 1.01 * missing);
}

/// Words at which something changes: ends, powers of two, the halves and quarters, and their neighbours.
std::vector<Word> edge_words() {
  std::vector<Word> words;
  for (int shift = 0; shift < 32; ++shift) {
    for (Word d = 0; d < 5; ++d) {
      words.push_back((Word{1} << shift) + d - 2);
      words.push_back(~((Word{1} << shift) + d - 2));
      words.push_back((Word{3} << shift) + d - 2);
    }
  }
  return words;
}

/// Radius and angle words for a test of every kernel: all pairs of edges, then random ones.
std::vector<Word> many_words() {
  std::vector<Word> words;
  for (const Word radius : edge_words()) {
    for (const Word angle : edge_words()) words.insert(words.end(), {radius, angle});
  }
  for (std::uint64_t e = 0; e < 400'000; ++e) words.push_back(keyed_bits({.seed = 5}, 0, e));
  words.resize(words.size() / 4 * 4);
  return words;
}

TEST(NoiseKernels, EachIsThereWhenTheProcessorHasIt) {
  const auto kernels = supported_noise_kernels();
  ASSERT_FALSE(kernels.empty());
  EXPECT_EQ(kernels.front(), NoiseKernel::kScalar);
#ifdef __x86_64__
  const auto has = [&](NoiseKernel kernel) { return std::ranges::count(kernels, kernel) == 1; };
  EXPECT_EQ(has(NoiseKernel::kAvx2), __builtin_cpu_supports("avx2") != 0);
  EXPECT_EQ(has(NoiseKernel::kAvx512), __builtin_cpu_supports("avx512f") != 0);
#endif
}

TEST_P(EveryNoiseKernel, FillsWithTheNormalsOfThePhiloxWords) {
  const NoiseKey key{.seed = 0x123456789abcdef0, .image = 0x1234567890, .purpose = Purpose::kTraining};
  const std::uint64_t sample = 0xfedcba9876;
  std::vector<Word> words;
  for (Word block = 0; block < 777; ++block) {
    const PhiloxInput input = philox_input(key, sample, block);
    for (const Word word : philox4x32(input.counter, input.key)) words.push_back(word);
  }
  std::vector<float> filled(words.size());
  fill_gaussian(GetParam(), key, sample, filled);
  EXPECT_EQ(bits_of(filled), bits_of(normals(GetParam(), words)));
}

TEST_P(EveryNoiseKernel, IsWithinFloatPrecisionOfTheExactNormalForEveryKindOfWord) {
  const std::vector<Word> words = many_words();
  const std::vector<float> found = normals(GetParam(), words);
  long double worst = 0;
  for (std::size_t i = 0; i < words.size(); i += 2) {
    const ExactPair expected = exact(words[i], words[i + 1]);
    worst = std::max(worst, std::abs(found[i] / expected.first - 1));
    worst = std::max(worst, std::abs(found[i + 1] / expected.second - 1));
  }
  EXPECT_LT(worst, 3.5e-7L);  // relative: also for |z| next to 0
}

TEST_P(EveryNoiseKernel, GivesTheBitsOfTheScalarOneForEveryKindOfWord) {
  const std::vector<Word> words = many_words();
  EXPECT_EQ(bits_of(normals(GetParam(), words)), bits_of(normals(NoiseKernel::kScalar, words)));
}

TEST_P(EveryNoiseKernel, ReachesTheLargestNormal) {
  // u = 2^-33; an angle next to each axis.
  const auto largest = static_cast<float>(std::sqrt(2 * 33 * std::numbers::ln2));
  const std::vector<float> found = normals(GetParam(), {0, 0, 0, 1u << 30, 0, 2u << 30, 0, 3u << 30});
  EXPECT_FLOAT_EQ(found[0], largest);
  EXPECT_FLOAT_EQ(found[2], -largest);
  EXPECT_FLOAT_EQ(found[5], largest);
  EXPECT_FLOAT_EQ(found[7], -largest);
  // Radius 6 is u = e^-18 = 65.41 * 2^-32: 65 words lie beyond.
  EXPECT_GT(normals(GetParam(), {64, 0, 64, 0})[0], 6.0f);
  EXPECT_LT(normals(GetParam(), {65, 0, 65, 0})[0], 6.0f);
}

TEST_P(EveryNoiseKernel, ReachesNormalsNextToZeroWithoutBeingZero) {
  // 1 - u = 2^-33: radius 1.5e-5, times a sine of up to 7.4e-10.
  const std::vector<float> found = normals(GetParam(), {0xffffffff, 0, 0xffffffff, 0xffffffff});
  EXPECT_NEAR(found[0], std::sqrt(0x1p-32), 1e-11);
  EXPECT_GT(found[1], 0.0f);
  EXPECT_LT(found[1], 1.2e-14f);
  EXPECT_LT(found[2], 0.0f);
  EXPECT_GT(found[2], -1.2e-14f);
}

TEST_P(EveryNoiseKernel, GivesTheSameBitsForEveryLengthKeySampleAndAlignment) {
  const std::vector<float> x = [] {
    std::vector<float> pixels(4096);
    for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<float>(i % 256) / 255.0f;
    return pixels;
  }();
  std::vector<std::size_t> lengths{255, 256, 257, 783, 784, 1023, 3071, 3072, 3073};
  for (std::size_t length = 0; length <= 200; ++length) lengths.push_back(length);
  constexpr float kGuard = -77.0f;
  std::uint64_t round = 0;
  for (const std::size_t length : lengths) {
    for (const std::size_t offset : {0u, 1u, 3u, 5u}) {
      ++round;
      const NoiseKey key{.seed = round * 0x9e3779b97f4a7c15,
                         .image = round * round,
                         .purpose = static_cast<Purpose>(round % 5)};
      const std::uint64_t sample = round * 0x12345;
      std::vector<float> expected(length);
      fill_gaussian(NoiseKernel::kScalar, key, sample, expected);
      std::vector<float> found(length + 40, kGuard);
      fill_gaussian(GetParam(), key, sample, std::span(found).subspan(offset, length));
      std::vector<float> noisy(length + 40, kGuard);
      const std::span<const float> pixels = std::span(x).subspan(offset, length);
      add_gaussian(GetParam(), key, sample, 0.37f, pixels, std::span(noisy).subspan(offset, length));
      for (std::size_t i = 0; i < found.size(); ++i) {
        const bool inside = i >= offset && i < offset + length;
        const float z = inside ? expected[i - offset] : kGuard;
        const float scaled = inside ? 0.37f * expected[i - offset] : 0.0f;
        const float y = inside ? x[i] + scaled : kGuard;
        ASSERT_EQ(std::bit_cast<Word>(found[i]), std::bit_cast<Word>(z))
            << length << ' ' << offset << ' ' << i;
        ASSERT_EQ(std::bit_cast<Word>(noisy[i]), std::bit_cast<Word>(y))
            << length << ' ' << offset << ' ' << i;
      }
    }
  }
}

TEST_P(EveryNoiseKernel, RefusesWhatDoesNotFit) {
  std::vector<float> out(8);
  const std::vector<float> x(7);
  const std::vector<Word> words(6);
  EXPECT_THROW(add_gaussian(GetParam(), {}, 0, 1.0f, x, out), std::logic_error);
  EXPECT_THROW(fill_gaussian(GetParam(), {}, kSampleLimit, out), std::logic_error);
  EXPECT_THROW(fill_gaussian(GetParam(), {.image = kImageLimit}, 0, out), std::logic_error);
  // Refused before the first access, so the memory need not exist.
  const std::span<float> too_long(out.data(), kElementLimit + 1);
  EXPECT_THROW(fill_gaussian(GetParam(), {}, 0, too_long), std::logic_error);
  EXPECT_THROW(add_gaussian(GetParam(), {}, 0, 1.0f, too_long, too_long), std::logic_error);
  EXPECT_THROW(normals_from_words(GetParam(), words, std::span(out).first(6)), std::logic_error);
}

}  // namespace
}  // namespace certus
