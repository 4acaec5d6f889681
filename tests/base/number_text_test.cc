#include "certus/base/number_text.h"

#include <gtest/gtest.h>

namespace certus {
namespace {

TEST(ThreeDigitText, IsTheFieldsFormat) {
  // Examples of the format as the field's scripts print it.
  EXPECT_EQ(three_digit_text(1.7), "1.7");
  EXPECT_EQ(three_digit_text(2.0), "2.0");
  EXPECT_EQ(three_digit_text(0.000338), "0.000338");
  EXPECT_EQ(three_digit_text(0.0000999), "9.99e-05");
  EXPECT_EQ(three_digit_text(3.8115), "3.81");
  EXPECT_EQ(three_digit_text(0.9995), "1.0");
  EXPECT_EQ(three_digit_text(76.543), "76.5");
  EXPECT_EQ(three_digit_text(99.95), "1e+02");
  EXPECT_EQ(three_digit_text(123.4), "1.23e+02");
  EXPECT_EQ(three_digit_text(0.0), "0.0");
  EXPECT_EQ(three_digit_text(2.24e-5), "2.24e-05");
}

TEST(FixedText, RoundsHalvesAwayFromZero) {
  EXPECT_EQ(fixed_text(10.25, 1), "10.3");
  EXPECT_EQ(fixed_text(10.35, 1), "10.4");  // the double is below the half
  EXPECT_EQ(fixed_text(-10.25, 1), "-10.3");
  EXPECT_EQ(fixed_text(0.5, 0), "1");
  EXPECT_EQ(fixed_text(2.5, 0), "3");
  EXPECT_EQ(fixed_text(0.0005, 3), "0.001");
  EXPECT_EQ(fixed_text(99.95, 1), "100.0");
  EXPECT_EQ(fixed_text(10.2499, 1), "10.2");
  EXPECT_EQ(fixed_text(10.24999999999, 1), "10.2");
  EXPECT_EQ(fixed_text(0.0499, 1), "0.0");
  EXPECT_EQ(fixed_text(0.0, 1), "0.0");
  EXPECT_EQ(fixed_text(1e300, 0).size(), 301u);
}

TEST(FixedText, RoundsEveryShareOfTenThousandAsItsDecimalValue) {
  for (int count = 0; count <= 10'000; ++count) {
    const std::string text = fixed_text(100.0 * (count / 10'000.0), 1);
    const int tenths = (count + 5) / 10;  // count / 100 percent, half up
    EXPECT_EQ(text, std::to_string(tenths / 10) + "." + std::to_string(tenths % 10)) << count;
  }
}

TEST(RoundTripText, ReadsBackExactly) {
  for (const double value : {0.1, 1.0 / 3.0, 1e-300, 3.8114570000000001, 5.0}) {
    EXPECT_EQ(*parse_double(round_trip_text(value)), value);
  }
}

TEST(GroupedText, SetsThousandsApart) {
  EXPECT_EQ(grouped_text(0), "0");
  EXPECT_EQ(grouped_text(999), "999");
  EXPECT_EQ(grouped_text(100000), "100,000");
  EXPECT_EQ(grouped_text(-1234567), "-1,234,567");
}

TEST(ParseNumbers, TakeTheWholeTextOrNothing) {
  EXPECT_FALSE(parse_double("1.5x"));
  EXPECT_FALSE(parse_double(""));
  EXPECT_FALSE(parse_int("1.5"));
  EXPECT_FALSE(parse_int("99999999999999999999"));
  EXPECT_EQ(*parse_int("-7"), -7);
}

}  // namespace
}  // namespace certus
