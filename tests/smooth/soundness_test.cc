// Soundness measured, not assumed: a linear classifier's smoothed version changes exactly at its plane, so
// the true radius of an image is its distance to it, and every certificate can be called true or false.
#include <gmock/gmock.h>

#include "certus/smooth/certify.h"
#include "certus/smooth/predict.h"
#include "certus/stats/binomial.h"
#include "support/linear_engine.h"

namespace certus {
namespace {

/// The most false ones among `trials` that a sound procedure shows, but for one run in a million: the
/// quantile of Bin(trials, alpha) that it exceeds with probability at most 1e-6.
std::int64_t most_false(std::int64_t trials, double alpha) {
  std::int64_t limit = 0;
  while (binomial_upper_tail(limit + 1, trials, alpha) > 1e-6) ++limit;
  return limit;
}

constexpr std::int64_t kTrials = 6000;

/// Distances at which n = 80 votes come close to missing: p_A from 0.55 to 0.99.
double distance_of(std::int64_t trial, double sigma) {
  return sigma * (0.126 + 2.2 * static_cast<double>(trial % 100) / 100.0);
}

std::int64_t false_certificates(double sigma_of_noise, double sigma_claimed, double alpha, RadiusRule rule) {
  VoteCounter f = test::counter_of(test::plane_engine(), 200);
  const CertifyParams params{
      .n0 = 20, .budget = {.n = 80, .alpha = alpha, .sigma = sigma_claimed}, .rule = rule};
  std::int64_t wrong = 0;
  for (std::int64_t trial = 0; trial < kTrials; ++trial) {
    const double distance = distance_of(trial, sigma_of_noise);
    std::vector<float> pixels = test::image_at(distance);
    // Claiming another sigma is the same as scaling the image.
    for (float& v : pixels) v *= static_cast<float>(sigma_claimed / sigma_of_noise);
    const NoiseKey key{.seed = 11, .image = static_cast<std::uint64_t>(trial)};
    const Certificate certificate = certify(f, {test::kTinyShape, pixels}, params, key);
    const bool is_false =
        certificate.top_class && (*certificate.top_class != 1 || certificate.radius > distance);
    wrong += is_false ? 1 : 0;
  }
  return wrong;
}

TEST(Soundness, CertifiedRadiiExceedTheTruthAsRarelyAsAlphaAllows) {
  for (const double alpha : {0.05, 0.01}) {
    const std::int64_t wrong = false_certificates(0.5, 0.5, alpha, RadiusRule::kTopClass);
    EXPECT_LE(wrong, most_false(kTrials, alpha)) << alpha;
    EXPECT_GT(wrong, 0) << "such small n miss now and then, or nothing was tested";
  }
}

TEST(Soundness, SoDoRadiiFromTwoClasses) {
  EXPECT_LE(false_certificates(0.5, 0.5, 0.05, RadiusRule::kTopTwo), most_false(kTrials, 0.05));
}

TEST(Soundness, TheMeasurementSeesAWrongRadius) {
  // Radii 15 % too long, as a wrong sigma makes them.
  EXPECT_GT(false_certificates(0.5, 0.575, 0.01, RadiusRule::kTopClass), most_false(kTrials, 0.01));
}

TEST(Soundness, PredictionsAreWrongAsRarelyAsAlphaAllows) {
  VoteCounter f = test::counter_of(test::plane_engine(), 200);
  for (const double alpha : {0.05, 0.2}) {
    std::int64_t wrong = 0;
    std::int64_t answers = 0;
    for (std::int64_t trial = 0; trial < kTrials; ++trial) {
      // So near to the plane that votes are all but even: where PREDICT errs most.
      const auto pixels = test::image_at(0.001 + 0.0005 * static_cast<double>(trial % 20));
      const NoiseKey key{.seed = 12, .image = static_cast<std::uint64_t>(trial)};
      const Prediction prediction =
          predict(f, {test::kTinyShape, pixels}, {.n = 60, .alpha = alpha, .sigma = 0.5}, key);
      answers += prediction.top_class ? 1 : 0;
      wrong += prediction.top_class && *prediction.top_class != 1 ? 1 : 0;
    }
    EXPECT_LE(wrong, most_false(kTrials, alpha)) << alpha;
    EXPECT_GT(wrong, 0);
    EXPECT_GT(answers, wrong);
  }
}

}  // namespace
}  // namespace certus
