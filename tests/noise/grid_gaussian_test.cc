#include "certus/noise/grid_gaussian.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "certus/stats/normal.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using Step = GridGaussian::Step;
using ::testing::HasSubstr;

constexpr std::uint64_t kEnd = std::uint64_t{1} << 60;

std::vector<float> bytes(std::size_t count) {
  std::vector<float> x(count);
  for (std::size_t i = 0; i < count; ++i) x[i] = static_cast<float>(i % 256) / 255.0F;
  return x;
}

/// The thresholds of sigma, each as if it were known to within `error` only.
std::vector<Threshold> vague_thresholds(double sigma, std::uint64_t error) {
  auto thresholds = grid_thresholds(sigma);
  for (Threshold& d : thresholds) {
    d.low = d.low > error ? d.low - error : 0;
    d.high = std::min(d.high + error, kEnd / 2);
  }
  return thresholds;
}

TEST(GridGaussian, StepsAtTheThresholds) {
  const auto thresholds = grid_thresholds(0.5);
  const GridGaussian law(0.5);
  for (const std::size_t j : {1UL, 2UL, 3UL, 100UL, 1000UL}) {
    const Threshold d = thresholds[j - 1];
    ASSERT_EQ(d.high, d.low + 1);
    const auto k = static_cast<std::int32_t>(j);
    EXPECT_EQ(law.step(d.low - 1), (Step{-k}));
    EXPECT_EQ(law.step(d.low).drawn, Drawn::kDoubtful);  // the threshold lies inside [low, low + 1)
    EXPECT_EQ(law.step(d.low + 1), (Step{1 - k}));
    EXPECT_EQ(law.step(kEnd - 1 - (d.low - 1)), (Step{k}));
    EXPECT_EQ(law.step(kEnd - 1 - d.low).drawn, Drawn::kDoubtful);
    EXPECT_EQ(law.step(kEnd - 1 - (d.low + 1)), (Step{k - 1}));
  }
  EXPECT_EQ(law.step(kEnd / 2), (Step{0}));
  EXPECT_EQ(law.step(kEnd / 2 - 1), (Step{0}));
  // All that lies further out is in the first and in the last number.
  EXPECT_EQ(law.step(0).drawn, Drawn::kDoubtful);
  EXPECT_EQ(law.step(kEnd - 1).drawn, Drawn::kDoubtful);
}

TEST(GridGaussian, KernelsDecideAsTheDefinitionWhateverTheRestOfTheBits) {
  for (const double sigma : {0.001, 0.004, 0.12, 0.5, 1.0, 3.0}) {
    for (const std::uint64_t error : {0ULL, 1ULL << 26, 1ULL << 40}) {
      const auto thresholds = vague_thresholds(sigma, error);
      const GridGaussian law(thresholds);
      std::vector<std::uint32_t> words{0, 1, 2, 0x7fffffff, 0x80000000};
      for (std::uint32_t i = 0; i < 20'000; ++i) words.push_back(i * 2654435761U);
      for (const Threshold& d : thresholds) {
        for (const std::uint64_t near : {d.low, d.high}) {
          for (std::uint32_t e = 0; e < 3; ++e) {
            words.push_back(static_cast<std::uint32_t>(near >> 28) + e - 1);
            words.push_back(~words.back());
          }
        }
      }
      std::vector<float> expected;
      for (const NoiseKernel kernel : supported_noise_kernels()) {
        const std::vector<float> x(words.size(), 0.0F);
        std::vector<float> out(words.size());
        std::vector<std::uint32_t> marks(words.size());
        const GridOutcome outcome =
            grid_kernel(kernel)(law.table(), words.data(), x.data(), x.size(), out.data(), marks.data());
        EXPECT_EQ(outcome.off_grid, 0U);
        if (expected.empty()) expected = out;
        EXPECT_EQ(out, expected);
        std::size_t open = 0;
        for (std::size_t i = 0; i < words.size(); ++i) {
          if (marks[i] != 0) {
            open += i < 20'000 ? 1 : 0;
            continue;
          }
          const Step least = law.step(std::uint64_t{words[i]} << 28);
          EXPECT_EQ(least.drawn, Drawn::kSurely);
          EXPECT_EQ(least, law.step((std::uint64_t{words[i]} << 28) + 0xfffffff));
          EXPECT_EQ(out[i], static_cast<float>(least.k) / 255.0F) << words[i];
        }
        EXPECT_LT(open, error == 0 ? 20U : 20'000U) << sigma;
      }
    }
  }
}

TEST(GridGaussian, AddsWholeStepsToBytes) {
  const std::vector<float> x = bytes(2500);
  const NoiseKey key{.seed = 8, .image = 9};
  for (const Generator generator : {Generator::kPhilox, Generator::kChacha20}) {
    // Thresholds so vague that all kinds of decisions happen.
    const GridGaussian law(vague_thresholds(0.5, 1ULL << 40));
    std::vector<std::uint32_t> first(2512);
    std::vector<std::uint32_t> more(2512);
    fill_words(generator, key, 7, WordStream::kFirst, 0, first);
    fill_words(generator, key, 7, WordStream::kMore, 0, more);
    std::vector<float> expected;
    std::size_t doubtful_at = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Step step = law.step(std::uint64_t{first[i]} << 28 | more[i] >> 4);
      expected.push_back(static_cast<float>(static_cast<int>(i % 256) + step.k) / 255.0F);
      if (step.drawn == Drawn::kDoubtful && doubtful_at == 0) doubtful_at = i;
    }
    ASSERT_GT(doubtful_at, 0U);
    for (const NoiseKernel kernel : supported_noise_kernels()) {
      std::vector<float> out(x.size());
      EXPECT_EQ(law.add(generator, key, 7, x, out, kernel), Drawn::kDoubtful);
      EXPECT_EQ(out, expected);
      out.resize(doubtful_at);
      EXPECT_EQ(law.add(generator, key, 7, std::span(x).first(doubtful_at), out, kernel), Drawn::kSurely);
      EXPECT_TRUE(std::equal(out.begin(), out.end(), expected.begin()));
    }
  }
}

TEST(GridGaussian, HasTheRoundedNormalLaw) {
  constexpr double kSigma = 0.02;  // few steps, so that each is drawn often
  const GridGaussian law(kSigma);
  const std::vector<float> x(1 << 20, 0.0F);
  std::vector<float> out(x.size());
  EXPECT_EQ(law.add(Generator::kPhilox, {.seed = 1}, 0, x, out), Drawn::kSurely);
  std::map<int, double> found;
  for (const float v : out) found[static_cast<int>(std::lround(v * 255.0F))] += 1.0;
  double chi_square = 0.0;
  int bins = 0;
  for (int k = -18; k <= 18; ++k, ++bins) {
    const auto below = [&](int i) { return normal_cdf((2 * i + 1) / (510 * kSigma)); };
    const double expected = static_cast<double>(x.size()) * (below(k) - below(k - 1));
    ASSERT_GT(expected, 5.0);
    chi_square += (found[k] - expected) * (found[k] - expected) / expected;
  }
  EXPECT_LT(chi_square, bins + 5 * std::sqrt(2.0 * bins));
}

TEST(GridNoise, RefusesPixelsOffTheGrid) {
  const auto source = grid_noise(0.5F);
  EXPECT_EQ(source->name(), "sound (8-bit grid, 60-bit thresholds), philox4x32-10");
  std::vector<float> x = bytes(300);
  std::vector<float> out(x.size());
  EXPECT_EQ(source->add({}, 0, 0.5F, x, out), Drawn::kSurely);
  for (const float off :
       {0.5F, -1.0F / 255.0F, 256.0F / 255.0F, std::nextafterf(x[7], 1.0F), std::nanf("")}) {
    x[290] = off;
    EXPECT_THAT(test::error_of([&] { source->add({}, 0, 0.5F, x, out); }),
                HasSubstr("number 290 of an image is "));
  }
}

TEST(GridNoise, WithoutNoiseIsTheImage) {
  const std::vector<float> x = bytes(300);
  std::vector<float> out(x.size());
  EXPECT_EQ(grid_noise(0.5F)->add({}, 0, 0.0F, x, out), Drawn::kSurely);
  EXPECT_EQ(out, x);
}

}  // namespace
}  // namespace certus
