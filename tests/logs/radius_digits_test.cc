#include "certus/logs/radius_digits.h"

#include <gtest/gtest.h>

#include "certus/base/number_text.h"

namespace certus {
namespace {

constexpr RadiusDigits kThreeSignificant{.kind = RadiusDigits::Kind::kSignificant, .digits = 3};

TEST(UnroundedRange, LiesAboveWhenDigitsWereCutOff) {
  const UnroundedRange range =
      unrounded_range(1.9, {.kind = RadiusDigits::Kind::kDecimals, .digits = 2, .down = true});
  EXPECT_NEAR(range.low, 1.90, 1e-8);
  EXPECT_NEAR(range.high, 1.91, 1e-8);
}

TEST(UnroundedRange, IsWhatPrintsToTheLoggedRadius) {
  const auto range = [](double radius) { return unrounded_range(radius, kThreeSignificant); };
  EXPECT_NEAR(range(0.953).low, 0.9525, 1e-8);
  EXPECT_NEAR(range(0.953).high, 0.9535, 1e-8);
  EXPECT_NEAR(range(1.91).low, 1.905, 1e-8);
  EXPECT_NEAR(range(1.0).low, 0.9995, 1e-8);
  EXPECT_NEAR(range(1.0).high, 1.005, 1e-8);
  for (const double radius : {0.95249, 0.9995, 0.09996, 1.905728, 2.24149e-5}) {
    EXPECT_TRUE(range(*parse_double(three_digit_text(radius))).contains(radius)) << radius;
  }
}

TEST(RadiusDigitsSeen, IgnoresAbstentions) {
  RadiusDigitsSeen seen;
  seen.add("0.0");
  seen.add("0.953");
  EXPECT_EQ(seen.digits(), kThreeSignificant);
}

}  // namespace
}  // namespace certus
