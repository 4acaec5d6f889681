#include "certus/stats/trivial_classifier.h"

#include <gtest/gtest.h>

#include <cmath>

namespace certus {
namespace {

TEST(TrivialClassifier, HasThePrintedAcrOfTheToyExample) {
  EXPECT_NEAR(trivial_acr(2, {.n = 50, .alpha = 0.001, .sigma = 1.0}), 0.565479, 5e-7);
  EXPECT_NEAR(trivial_acr(2, {.n = 100, .alpha = 0.001, .sigma = 1.0}), 0.750238, 5e-7);
  EXPECT_NEAR(trivial_acr(2, {.n = 200, .alpha = 0.001, .sigma = 1.0}), 0.912841, 5e-7);
  EXPECT_EQ(trivial_acr(2, {.n = 2, .alpha = 0.001, .sigma = 1.0}), 0.0);
}

TEST(TrivialClassifier, ExceedsTheTargetExactlyFromTheReturnedNumberOn) {
  const Budget any{.alpha = 0.001, .sigma = 1.0};
  EXPECT_EQ(samples_for_trivial_acr(1.0, 2, any), 301);
  EXPECT_EQ(samples_for_trivial_acr(0.1, 2, any), 13);
  EXPECT_EQ(samples_for_trivial_acr(1.0, 3, any), 5114);
  EXPECT_EQ(samples_for_trivial_acr(0.5, 2, any), 40);
  for (const double target : {0.01, 0.3, 0.77, 1.5, 1.9}) {
    const auto n = static_cast<std::int64_t>(samples_for_trivial_acr(target, 2, any));
    EXPECT_GT(trivial_acr(2, {.n = n, .alpha = 0.001, .sigma = 1.0}), target);
    EXPECT_LE(trivial_acr(2, {.n = n - 1, .alpha = 0.001, .sigma = 1.0}), target);
  }
}

TEST(TrivialClassifier, NeedsAstronomicallyManyVotesForTenClasses) {
  EXPECT_NEAR(samples_for_trivial_acr(1.0, 10, {.alpha = 0.001, .sigma = 1.0}) / 9.1e23, 1.0, 0.01);
  EXPECT_TRUE(std::isinf(samples_for_trivial_acr(10.0, 10, {.alpha = 0.001, .sigma = 1.0})));
}

}  // namespace
}  // namespace certus
