// The counterexample of Voracek and Hein (arXiv:2207.07209): rounding of x + noise tells x, so that sampling
// in floating point certifies a radius with another class inside it. With sound noise it does not.
#include <bit>
#include <cmath>

#include "certus/noise/grid_gaussian.h"
#include "certus/procedure/top_class.h"
#include "certus/stats/normal.h"
#include "support/linear_engine.h"
#include "support/run_on_pixels.h"

namespace certus {
namespace {

constexpr ImageShape kTwoPixels{1, 1, 2};
constexpr float kSigma = 0.5F;
const Budget kBudget{.n = 10'000, .alpha = 0.001, .sigma = 0.5};

/// Float32 of at least 1/2 are multiples of 2^-24; smaller ones mostly are not.
bool is_coarse(float v) {
  const double scaled = static_cast<double>(v) * 0x1p24;
  return scaled == std::floor(scaled);
}

/// Class 1 where every pixel is a multiple of 2^-24, else 0.
///
/// At x = (1, 1) float32 noise makes it 1 always: a sum with 1 is a multiple of 2^-24 if it is 1/2 or more,
/// and it is exact (Sterbenz) if it is less, the noise being then -1/2 or less and a multiple itself. At (0,
/// 0) the sum is the noise, with all its digits. On real numbers class 1 has probability 0 everywhere.
VoteCounter counter(std::shared_ptr<const NoiseSource> noise) {
  return test::counter_of(std::make_unique<test::ScriptedEngine>(
      kTwoPixels, 2, [](std::span<const float> x) { return is_coarse(x[0]) && is_coarse(x[1]) ? 1 : 0; },
      std::move(noise)));
}

CertificationRecord certificate(std::shared_ptr<const NoiseSource> noise, const std::vector<float>& x) {
  VoteCounter f = counter(std::move(noise));
  return test::run_on_pixels(*top_class_procedure(100, kBudget), f, x, 0, 1);
}

const std::vector<float> kWhite{1.0F, 1.0F};
const std::vector<float> kBlack{0.0F, 0.0F};
const double kBetween = std::sqrt(2.0);

TEST(FloatingPoint, NaiveSamplingCertifiesARadiusWithAnotherClassInside) {
  const CertificationRecord white = certificate(gaussian_noise(), kWhite);
  EXPECT_EQ(white.predicted, 1);
  EXPECT_EQ(votes_for(white, 1), kBudget.n);
  EXPECT_GT(white.radius, kBetween);  // the best radius there is, 1.6
  const CertificationRecord black = certificate(gaussian_noise(), kBlack);
  EXPECT_EQ(black.predicted, 0);
  EXPECT_GT(black.radius, 0.0);  // not by chance: this, too, is a certificate
}

/// P[f' = 1] with the noise the theorem is about: pixels are independent, and each is (byte + K) / 255.
double exact_probability(const std::vector<float>& x) {
  double product = 1.0;
  for (const float pixel : x) {
    const auto byte = static_cast<int>(std::lround(pixel * 255.0F));
    double p = 0.0;
    for (int k = -1300; k <= 1300; ++k) {
      if (!is_coarse(static_cast<float>(byte + k) / 255.0F)) continue;
      p += normal_cdf((2 * k + 1) / (510.0 * 0.5)) - normal_cdf((2 * k - 1) / (510.0 * 0.5));
    }
    product *= p;
  }
  return product;
}

TEST(FloatingPoint, SoundSamplingSeesTheClassifierAsItIs) {
  const CertificationRecord white = certificate(grid_noise(kSigma), kWhite);
  const double p = exact_probability(kWhite);
  EXPECT_EQ(white.predicted, 1);
  EXPECT_NEAR(static_cast<double>(votes_for(white, 1)) / 1e4, p, 5 * std::sqrt(p * (1 - p) / 1e4));
  EXPECT_LT(p, 0.8);
  // Certified is what that probability proves, and no more; black lies outside and has its own class.
  EXPECT_LT(white.radius, 0.5 * normal_quantile(Probability::from_p(p)));
  EXPECT_LT(white.radius, kBetween);
  const CertificationRecord black = certificate(grid_noise(kSigma), kBlack);
  EXPECT_EQ(black.predicted, 0);
  EXPECT_LT(white.radius + black.radius, kBetween);  // certified balls of different classes do not meet
}

TEST(FloatingPoint, SoundCertificatesHoldAlongTheWayToAnotherImage) {
  // Every image of bytes on the way from white to black: the truth is known, and no certificate exceeds it.
  const CertificationRecord white = certificate(grid_noise(kSigma), kWhite);
  for (int byte = 255; byte >= 0; --byte) {
    const std::vector<float> x(2, static_cast<float>(byte) / 255.0F);
    const double distance = (255 - byte) / 255.0 * kBetween;
    if (distance < white.radius) {
      EXPECT_GT(exact_probability(x), 0.5) << byte;
    }
  }
}

TEST(FloatingPoint, DoubtfulDrawsNeverCountForAClass) {
  auto thresholds = grid_thresholds(0.5);
  for (Threshold& d : thresholds) {  // known so badly that one draw in a hundred is in doubt
    d.low -= std::min(d.low, std::uint64_t{1} << 41);
    d.high = std::min(d.high + (std::uint64_t{1} << 41), std::uint64_t{1} << 59);
  }
  const auto noise = grid_noise(kSigma, GridGaussian(thresholds), Generator::kPhilox);
  VoteCounter f = test::counter_of(std::make_unique<test::ScriptedEngine>(
      kTwoPixels, 2, [](std::span<const float>) { return 1; }, noise));
  const Votes votes = f.count({kTwoPixels, kWhite}, kSigma, {.seed = 1}, 0, 10'000);
  EXPECT_GT(votes.doubtful, 50);
  EXPECT_EQ(votes.counts[1] + votes.doubtful, 10'000);
  EXPECT_EQ(votes.non_finite, 0);
}

}  // namespace
}  // namespace certus
