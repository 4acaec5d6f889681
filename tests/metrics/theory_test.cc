#include "certus/metrics/theory.h"

#include <gtest/gtest.h>

namespace certus {
namespace {

const Budget kUsual{.n = 100'000, .alpha = 0.001, .sigma = 1.0};

TEST(ToyExample, TurnsBackAtTwoHundredAndTwelveInExpectation) {
  const auto row = [](std::int64_t n) { return toy_row(0.9, {.n = n, .alpha = 0.001, .sigma = 1.0}); };
  EXPECT_GT(row(50).trivial, row(50).plug_in);
  EXPECT_LT(row(100).trivial, row(100).plug_in);
  EXPECT_GT(row(200).trivial, row(200).plug_in);
  // The expectation agrees at 50 and 100, and contradicts the paper at 200.
  EXPECT_GT(row(50).trivial, row(50).expected);
  EXPECT_LT(row(100).trivial, row(100).expected);
  EXPECT_LT(row(200).trivial, row(200).expected);
  EXPECT_LT(row(211).trivial, row(211).expected);
  EXPECT_GT(row(212).trivial, row(212).expected);
}

TEST(RadiusAndSensitivity, ArePaperClaims) {
  EXPECT_NEAR(radius_row(0.99, kUsual).radius, 2.290000, 5e-7);
  EXPECT_NEAR(radius_row(0.999, kUsual).radius, 3.000201, 5e-7);
  EXPECT_NEAR(radius_row(0.76, kUsual).radius, 0.692869, 5e-7);
  EXPECT_NEAR(radius_row(1.0, kUsual).sensitivity, 7232.989485, 1e-5);
  EXPECT_NEAR(radius_row(0.99, kUsual).sensitivity, 36.158, 1e-3);
  EXPECT_NEAR(radius_row(1.0, kUsual).sensitivity / radius_row(0.51, kUsual).sensitivity, 2884.938, 0.05);
  // Not "close to 0 when p_A -> 1/2": 0 while abstaining, then 2.507 at once.
  EXPECT_EQ(radius_row(0.504, kUsual).sensitivity, 0.0);
  EXPECT_NEAR(radius_row(0.5049, kUsual).sensitivity, 2.507, 1e-3);
}

}  // namespace
}  // namespace certus
