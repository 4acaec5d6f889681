#include "certus/stats/sampling_weight.h"

#include "support/golden_digits.h"
#include "support/shared_files.h"

namespace certus {
namespace {

TEST(SamplingWeight, MatchesAllSharedReferenceValues) {
  CERTUS_NEEDS_SHARED("golden/stats.json");
  const auto rows = test::read_rows(test::shared_file("golden/stats.json"), "sampling_weight");
  ASSERT_EQ(rows.size(), 17u);
  for (const auto& row : rows) {
    EXPECT_LT(test::relative_error(sampling_weight(row["C"], {}), test::digits(row["code_digits"])), 1e-13)
        << row;
    EXPECT_LT(
        test::relative_error(sampling_weight_as_printed(row["C"], {}), test::digits(row["paper_digits"])),
        1e-13)
        << row;
  }
}

TEST(SamplingWeight, GrowsSevenfoldInCodeAndHardlyAsPrinted) {
  const double ratios[] = {1, 2.138006, 3.419938, 4.976338, 7.205550};
  for (std::int64_t c = 12; c <= 16; ++c) {
    EXPECT_NEAR(sampling_weight(c, {}) / sampling_weight(0, {}), ratios[c - 12], 1e-6);
  }
  EXPECT_EQ(sampling_weight_as_printed(14, {}), 1.0);
  EXPECT_NEAR(sampling_weight_as_printed(16, {}), 1.642004, 1e-6);
}

TEST(LeastCount, IsNotRaisedByTheRoundingOfAFraction) {
  EXPECT_EQ(least_count(0.4, 100), 40);
  EXPECT_EQ(least_count(0.55, 100), 55);  // 0.55 * 100 = 55.00000000000001
  EXPECT_EQ(least_count(0.75, 16), 12);
  EXPECT_EQ(least_count(0.401, 100), 41);
  EXPECT_EQ(least_count(0.0, 10), 0);
}

}  // namespace
}  // namespace certus
