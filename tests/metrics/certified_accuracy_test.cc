#include "certus/metrics/certified_accuracy.h"

#include "certus/stats/clopper_pearson.h"
#include "support/logs.h"

namespace certus {
namespace {

TEST(CertifiedAccuracy, CountsCorrectRowsThatReachTheRadius) {
  const auto curve =
      certified_accuracy(test::four_rows(), std::vector<double>{0.0, 0.5, 0.75, 1.0, 1.5}, 0.95);
  const double expected[] = {0.5, 0.5, 0.25, 0.25, 0.0};
  for (std::size_t i = 0; i < curve.size(); ++i) {
    EXPECT_EQ(curve[i].value, expected[i]);
    const Interval interval =
        clopper_pearson_interval(static_cast<std::int64_t>(expected[i] * 4), 4, 1.0 - 0.95);
    EXPECT_EQ(curve[i].lower, interval.lower);
    EXPECT_EQ(curve[i].upper, interval.upper);
  }
  EXPECT_EQ(clean_accuracy(test::four_rows(), 0.95).value, 0.5);
  EXPECT_EQ(abstentions(test::four_rows()), 1);
}

TEST(CertifiedAccuracy, CountsWhatRoundedRadiiSurelyProve) {
  CertificationLog log = test::four_rows();
  log.unrounded = {{1.0, {0.995, 1.005}}, {2.0, {1.995, 2.005}}, {0.5, {0.4995, 0.5005}}, {0.0, {0.0, 0.0}}};
  const auto curve = certified_accuracy(log, std::vector<double>{0.0, 0.4995, 0.5, 0.995, 1.0, 1.01}, 0.95);
  const std::vector<double> proven = {0.5, 0.5, 0.25, 0.25, 0.0, 0.0};
  const std::vector<std::int64_t> possible = {2, 2, 2, 1, 1, 0};
  for (std::size_t i = 0; i < curve.size(); ++i) {
    EXPECT_EQ(curve[i].value, proven[i]) << i;
    EXPECT_EQ(curve[i].upper, clopper_pearson_interval(possible[i], 4, 1.0 - 0.95).upper) << i;
  }
}

}  // namespace
}  // namespace certus
