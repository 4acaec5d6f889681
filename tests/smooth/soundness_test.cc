// Soundness measured, not assumed: a linear classifier's smoothed version changes exactly at its plane, so
// the true radius of an image is its distance to it, and every certificate can be called true or false.
#include <gmock/gmock.h>

#include "certus/procedure/predict.h"
#include "certus/procedure/top_class.h"
#include "certus/procedure/two_class.h"
#include "certus/stats/binomial.h"
#include "support/linear_engine.h"
#include "support/run_on_pixels.h"

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

using MakeProcedure = std::shared_ptr<const Procedure> (*)(std::int64_t n0, const Budget& budget);

/// Distances at which n = 80 votes come close to missing: p_A from 0.55 to 0.99.
double distance_of(std::int64_t trial, double sigma) {
  return sigma * (0.126 + 2.2 * static_cast<double>(trial % 100) / 100.0);
}

std::int64_t false_certificates(double sigma_of_noise, double sigma_claimed, double alpha,
                                MakeProcedure make) {
  VoteCounter f = test::counter_of(test::plane_engine(), 200);
  const auto procedure = make(20, {.n = 80, .alpha = alpha, .sigma = sigma_claimed});
  std::int64_t wrong = 0;
  for (std::int64_t trial = 0; trial < kTrials; ++trial) {
    const double distance = distance_of(trial, sigma_of_noise);
    std::vector<float> pixels = test::image_at(distance);
    // Claiming another sigma is the same as scaling the image.
    for (float& v : pixels) v *= static_cast<float>(sigma_claimed / sigma_of_noise);
    const CertificationRecord row = test::run_on_pixels(*procedure, f, pixels, trial, 11);
    const bool is_false = row.predicted && (*row.predicted != 1 || row.radius > distance);
    wrong += is_false ? 1 : 0;
  }
  return wrong;
}

TEST(Soundness, CertifiedRadiiExceedTheTruthAsRarelyAsAlphaAllows) {
  for (const double alpha : {0.05, 0.01}) {
    const std::int64_t wrong = false_certificates(0.5, 0.5, alpha, top_class_procedure);
    EXPECT_LE(wrong, most_false(kTrials, alpha)) << alpha;
    EXPECT_GT(wrong, 0) << "such small n miss now and then, or nothing was tested";
  }
}

TEST(Soundness, SoDoRadiiFromTwoClasses) {
  EXPECT_LE(false_certificates(0.5, 0.5, 0.05, two_class_procedure), most_false(kTrials, 0.05));
}

TEST(Soundness, TheMeasurementSeesAWrongRadius) {
  // Radii 15 % too long, as a wrong sigma makes them.
  EXPECT_GT(false_certificates(0.5, 0.575, 0.01, top_class_procedure), most_false(kTrials, 0.01));
}

TEST(Soundness, PredictionsAreWrongAsRarelyAsAlphaAllows) {
  VoteCounter f = test::counter_of(test::plane_engine(), 200);
  for (const double alpha : {0.05, 0.2}) {
    std::int64_t wrong = 0;
    std::int64_t answers = 0;
    for (std::int64_t trial = 0; trial < kTrials; ++trial) {
      // So near to the plane that votes are all but even: where PREDICT errs most.
      const auto pixels = test::image_at(0.001 + 0.0005 * static_cast<double>(trial % 20));
      const CertificationRecord row = test::run_on_pixels(
          *predict_procedure({.n = 60, .alpha = alpha, .sigma = 0.5}), f, pixels, trial, 12);
      answers += row.predicted ? 1 : 0;
      wrong += row.predicted && *row.predicted != 1 ? 1 : 0;
    }
    EXPECT_LE(wrong, most_false(kTrials, alpha)) << alpha;
    EXPECT_GT(wrong, 0);
    EXPECT_GT(answers, wrong);
  }
}

}  // namespace
}  // namespace certus
