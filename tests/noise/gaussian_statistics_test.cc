// Are the normals normal, and independent? Keys are fixed, so each test passes or fails for ever; the
// comments say how many of all keys would fail a correct program. All tests together: fewer than one in
// 20,000.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "certus/noise/gaussian.h"
#include "certus/stats/binomial.h"
#include "certus/stats/normal.h"

namespace certus {
namespace {

/// Standard errors allowed; a normal variable lies outside once in 2.6e7.
constexpr double kErrors = 5.5;

constexpr std::uint64_t kDraws = 100'000'000;

/// What is kept of 10^8 draws: 25,000 samples of 4000 elements.
struct Summary {
  static constexpr std::size_t kPerUnit = 256;
  static constexpr std::size_t kReach = 8;
  static constexpr int kOctaves = 24;
  std::array<double, 7> power{};                                 ///< sums of z^1 ... z^6
  std::vector<std::uint64_t> bins;                               ///< of width 1/256 over [-8, 8)
  std::array<std::array<std::uint64_t, kOctaves>, 2> octaves{};  ///< [negative][k]: 2^-k-1 <= |z| < 2^-k
  float largest = 0;
};

const Summary& summary() {
  static const Summary result = [] {
    Summary s;
    s.bins.resize(2 * Summary::kReach * Summary::kPerUnit);
    std::vector<float> z(4000);
    for (std::uint64_t sample = 0; sample < kDraws / z.size(); ++sample) {
      fill_gaussian({.seed = 2024, .image = 17, .purpose = Purpose::kVotes}, sample, z);
      std::array<double, 7> power{};
      for (const float value : z) {
        const double x = value;
        const double square = x * x;
        power[1] += x;
        power[2] += square;
        power[3] += square * x;
        power[4] += square * square;
        power[6] += square * square * square;
        s.largest = std::max(s.largest, std::abs(value));
        const auto shifted = static_cast<double>(Summary::kReach) + x;  // exact: bins are closed below
        ++s.bins[static_cast<std::size_t>(shifted * Summary::kPerUnit)];
        if (square >= 1.0 / 65536) continue;
        const int octave = -1 - std::ilogb(value);
        if (octave < Summary::kOctaves) ++s.octaves[value < 0][static_cast<std::size_t>(octave)];
      }
      for (std::size_t i = 1; i < power.size(); ++i) s.power[i] += power[i];
    }
    return s;
  }();
  return result;
}

TEST(GaussianStatistics, MomentsAreThoseOfTheStandardNormal) {
  // Standard errors sqrt((E z^2k - (E z^k)^2) / n). Each of the five fails once in 2.6e7 keys.
  const auto n = static_cast<double>(kDraws);
  const auto moment = [&](std::size_t k) { return summary().power[k] / n; };
  for (const std::size_t k : {1u, 2u, 3u, 4u, 6u}) {
    RecordProperty("moment_" + std::to_string(k), std::to_string(moment(k)));
  }
  EXPECT_NEAR(moment(1), 0.0, kErrors * std::sqrt(1 / n));
  EXPECT_NEAR(moment(2), 1.0, kErrors * std::sqrt((3 - 1) / n));
  EXPECT_NEAR(moment(3), 0.0, kErrors * std::sqrt(15 / n));
  EXPECT_NEAR(moment(4), 3.0, kErrors * std::sqrt((105 - 9) / n));
  EXPECT_NEAR(moment(6), 15.0, kErrors * std::sqrt((10395 - 225) / n));
}

double edge(std::size_t bin) {
  return static_cast<double>(bin) / Summary::kPerUnit - static_cast<double>(Summary::kReach);
}

TEST(GaussianStatistics, DistributionFunctionIsNormal) {
  // Kolmogorov-Smirnov at 4096 edges: P(sqrt(n) D > 2.9) < 2 exp(-2 * 2.9^2) = 1e-7.
  double distance = 0;
  std::uint64_t below = 0;
  for (std::size_t bin = 0; bin < summary().bins.size(); ++bin) {
    const double share = static_cast<double>(below) / static_cast<double>(kDraws);
    distance = std::max(distance, std::abs(share - normal_cdf(edge(bin))));
    below += summary().bins[bin];
  }
  EXPECT_EQ(below, kDraws);
  const double scaled = distance * std::sqrt(static_cast<double>(kDraws));
  RecordProperty("sqrt_n_D", std::to_string(scaled));
  EXPECT_LT(scaled, 2.9);
}

TEST(GaussianStatistics, EveryBinHasItsShare) {
  // Chi-square over bins that expect at least 50, 2054 of them: nearly normal, standard deviation sqrt(2 df).
  double chi_square = 0;
  double used = 0;
  for (std::size_t bin = 0; bin < summary().bins.size(); ++bin) {
    const double low = edge(bin);
    const double high = edge(bin + 1);
    const double probability =
        low >= 0 ? normal_upper_tail(low) - normal_upper_tail(high) : normal_cdf(high) - normal_cdf(low);
    const double expected = static_cast<double>(kDraws) * probability;
    if (expected < 50) continue;
    const double difference = static_cast<double>(summary().bins[bin]) - expected;
    chi_square += difference * difference / expected;
    ++used;
  }
  RecordProperty("chi_square", std::to_string(chi_square));
  RecordProperty("bins", std::to_string(used));
  EXPECT_GT(used, 2000);
  EXPECT_NEAR(chi_square, used, (kErrors + 0.5) * std::sqrt(2 * used));
}

/// Both tails of the exact binomial distribution of a count are at least 1e-7.
void expect_likely(std::uint64_t count, double probability, const std::string& what) {
  const auto k = static_cast<std::int64_t>(count);
  const auto n = static_cast<std::int64_t>(kDraws);
  EXPECT_GT(binomial_upper_tail(k, n, probability), 1e-7) << what << ": too many, " << count;
  EXPECT_LT(binomial_upper_tail(k + 1, n, probability), 1 - 1e-7) << what << ": too few, " << count;
}

TEST(GaussianStatistics, TailsHaveTheirShare) {
  // Each of the fourteen counts fails for two keys in 10^7.
  for (const double t : {1.0, 2.0, 3.0, 4.0, 4.5, 5.0, 5.5}) {
    const auto at = [&](double x) {
      return static_cast<std::size_t>((x + Summary::kReach) * Summary::kPerUnit);
    };
    std::uint64_t upper = 0;
    std::uint64_t lower = 0;
    for (std::size_t bin = at(t); bin < summary().bins.size(); ++bin) upper += summary().bins[bin];
    for (std::size_t bin = 0; bin < at(-t); ++bin) lower += summary().bins[bin];
    expect_likely(upper, normal_upper_tail(t), "z >= " + std::to_string(t));
    expect_likely(lower, normal_upper_tail(t), "z < -" + std::to_string(t));
  }
  // 10^8 draws stay below 5.1 once in 10^14 keys; the upper limit is that of the generator.
  RecordProperty("largest", std::to_string(summary().largest));
  EXPECT_GT(summary().largest, 5.1f);
  EXPECT_LT(summary().largest, 6.7638f);
}

TEST(GaussianStatistics, EveryOctaveNextToZeroHasItsShare) {
  // 2^-9 down to 2^-24, where 2.4 of 10^8 are expected; each of the 32 counts fails for two keys in 10^7.
  for (int octave = 8; octave < Summary::kOctaves; ++octave) {
    const double probability = std::erf(std::ldexp(1.0, -octave) / std::sqrt(2.0)) / 2 -
                               std::erf(std::ldexp(0.5, -octave) / std::sqrt(2.0)) / 2;
    for (const std::size_t negative : {0u, 1u}) {
      expect_likely(summary().octaves[negative][static_cast<std::size_t>(octave)], probability,
                    (negative != 0 ? "negative, 2^-" : "positive, 2^-") + std::to_string(octave));
    }
  }
}

/// A long row of normals: `samples` samples of `elements` elements each, one after the other.
std::vector<float> row(const NoiseKey& key, std::uint64_t first_sample, std::size_t samples,
                       std::size_t elements) {
  std::vector<float> out(samples * elements);
  for (std::size_t i = 0; i < samples; ++i) {
    fill_gaussian(key, first_sample + i, std::span(out).subspan(i * elements, elements));
  }
  return out;
}

/// Neither the values nor the squares nor the signs against the squares are correlated. For independent
/// normals each of the four sums is nearly normal; each fails once in 2.6e7 keys.
void expect_independent(std::span<const float> a, std::span<const float> b, const std::string& what) {
  ASSERT_EQ(a.size(), b.size());
  std::array<double, 4> sums{};
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double x = a[i];
    const double y = b[i];
    sums[0] += x * y;                      // variance 1
    sums[1] += (x * x - 1) * (y * y - 1);  // variance 4
    sums[2] += x * (y * y - 1);            // variance 2
    sums[3] += (x * x - 1) * y;            // variance 2
  }
  const double root = std::sqrt(static_cast<double>(a.size()));
  EXPECT_LT(std::abs(sums[0]) / root, kErrors) << what;
  EXPECT_LT(std::abs(sums[1]) / root / 2, kErrors) << what;
  EXPECT_LT(std::abs(sums[2]) / root, kErrors * std::sqrt(2.0)) << what;
  EXPECT_LT(std::abs(sums[3]) / root, kErrors * std::sqrt(2.0)) << what;
}

TEST(GaussianStatistics, NeighbouringElementsAreIndependent) {
  const std::vector<float> z = row({.seed = 5}, 0, 1, 2'000'100);
  for (const std::size_t lag : {1u, 2u, 3u, 4u, 5u, 8u, 12u, 16u, 32u, 48u, 64u, 96u}) {
    const std::span<const float> all(z);
    expect_independent(all.first(2'000'000), all.subspan(lag, 2'000'000), "lag " + std::to_string(lag));
  }
  // By place in the block: 0 and 1 share a radius, 0 and 2 do not.
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = i + 1; j < 4; ++j) {
      std::vector<float> a;
      std::vector<float> b;
      for (std::size_t e = 0; e + 4 <= z.size(); e += 4) {
        a.push_back(z[e + i]);
        b.push_back(z[e + j]);
      }
      expect_independent(a, b, "places " + std::to_string(i) + " and " + std::to_string(j));
    }
  }
}

TEST(GaussianStatistics, NeighbouringKeysAndSamplesAreIndependent) {
  // Also exchanged parts, as (image 1, sample 0) and (image 0, sample 1), which a layout that adds or mixes
  // the parts would confuse; and parts that differ in high bits only.
  struct Stream {
    const char* what;
    NoiseKey key;
    std::uint64_t first_sample;
  };
  constexpr std::uint64_t kHigh = std::uint64_t{1} << 32;
  const std::vector<Stream> streams = {
      {"base", {.seed = 0, .image = 0}, 0},
      {"seed 1", {.seed = 1, .image = 0}, 0},
      {"seed 2^32", {.seed = kHigh, .image = 0}, 0},
      {"image 1", {.seed = 0, .image = 1}, 0},
      {"image 256", {.seed = 0, .image = 256}, 0},
      {"image 2^32", {.seed = 0, .image = kHigh}, 0},
      {"purpose 1", {.seed = 0, .image = 0, .purpose = Purpose::kTraining}, 0},
      {"purpose 4", {.seed = 0, .image = 0, .purpose = Purpose::kWeights}, 0},
      {"sample 1", {.seed = 0, .image = 0}, 1},
      {"sample 2^32", {.seed = 0, .image = 0}, kHigh},
      {"seed 1, image 1", {.seed = 1, .image = 1}, 0},
  };
  std::vector<std::vector<float>> rows;
  for (const Stream& stream : streams) rows.push_back(row(stream.key, stream.first_sample, 100, 3072));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = i + 1; j < rows.size(); ++j) {
      expect_independent(rows[i], rows[j], std::string(streams[i].what) + " and " + streams[j].what);
      // The second stream one block further on.
      expect_independent(std::span(rows[i]).first(300'000), std::span(rows[j]).subspan(4, 300'000),
                         std::string(streams[i].what) + " and, shifted, " + streams[j].what);
    }
  }
}

TEST(GaussianStatistics, OneElementIsNormalOverTheSamples) {
  // CERTIFY looks along the samples. Kolmogorov-Smirnov on 10^6 samples of each of five elements (the last in
  // another block): P(sqrt(n) D > 2.9) < 1e-7 each. Neighbouring samples of one element are independent.
  constexpr std::size_t kSamples = 1'000'000;
  const std::vector<float> z = row({.seed = 31, .image = 9999}, 100, kSamples, 5);
  for (std::size_t element = 0; element < 5; ++element) {
    std::vector<float> values;
    for (std::size_t i = element; i < z.size(); i += 5) values.push_back(z[i]);
    expect_independent(std::span(values).first(kSamples - 1), std::span(values).subspan(1), "samples");
    std::sort(values.begin(), values.end());
    double distance = 0;
    for (std::size_t i = 0; i < kSamples; i += 10) {
      const double share = (static_cast<double>(i) + 0.5) / kSamples;
      distance = std::max(distance, std::abs(0.5 * std::erfc(-values[i] / std::sqrt(2.0)) - share));
    }
    EXPECT_LT(distance * std::sqrt(static_cast<double>(kSamples)), 2.9) << element;
  }
}

TEST(GaussianStatistics, SquaredLengthOfANoiseImageIsChiSquare) {
  // 3072 degrees of freedom: mean d, variance 2d, over 20,000 images; a correlation of 0.005 among all
  // elements would show. The variance of a variance has the excess kurtosis 12/d in it. Each of the two fails
  // once in 2.6e7 keys.
  constexpr std::size_t kImages = 20'000;
  constexpr double kElements = 3072;
  double sum = 0;
  double sum_of_squares = 0;
  std::vector<float> z(3072);
  for (std::uint64_t image = 0; image < kImages; ++image) {
    fill_gaussian({.seed = 77, .image = image}, 0, z);
    double length = 0;
    for (const float value : z) length += double{value} * value;
    sum += length - kElements;
    sum_of_squares += (length - kElements) * (length - kElements);
  }
  EXPECT_NEAR(sum / kImages, 0.0, kErrors * std::sqrt(2 * kElements / kImages));
  EXPECT_NEAR(sum_of_squares / kImages / (2 * kElements), 1.0,
              kErrors * std::sqrt((2 + 12 / kElements) / kImages));
}

}  // namespace
}  // namespace certus
