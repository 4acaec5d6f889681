// Metrics of a single log: certified accuracy, ACR, the p_A distribution and its classes.
#include "certus/metrics/acr.h"
#include "certus/metrics/certified_accuracy.h"
#include "certus/metrics/class_view.h"
#include "certus/metrics/p_a_distribution.h"
#include "certus/stats/clopper_pearson.h"
#include "support/logs.h"

namespace certus {
namespace {

/// (correct, radius) = (1, 1.0), (0, 2.0), (1, 0.5), (0, abstained).
CertificationLog four_rows() {
  CertificationLog log;
  log.idx = {0, 1, 2, 3};
  log.label = {7, 7, 2, 2};
  log.predicted = {7, 1, 2, -1};
  log.radius = {1.0, 2.0, 0.5, 0.0};
  return log;
}

TEST(CertifiedAccuracy, CountsCorrectRowsThatReachTheRadius) {
  const auto curve = certified_accuracy(four_rows(), std::vector<double>{0.0, 0.5, 0.75, 1.0, 1.5}, 0.95);
  const double expected[] = {0.5, 0.5, 0.25, 0.25, 0.0};
  for (std::size_t i = 0; i < curve.size(); ++i) {
    EXPECT_EQ(curve[i].value, expected[i]);
    const Interval interval =
        clopper_pearson_interval(static_cast<std::int64_t>(expected[i] * 4), 4, 1.0 - 0.95);
    EXPECT_EQ(curve[i].lower, interval.lower);
    EXPECT_EQ(curve[i].upper, interval.upper);
  }
  EXPECT_EQ(clean_accuracy(four_rows(), 0.95).value, 0.5);
  EXPECT_EQ(abstentions(four_rows()), 1);
}

TEST(Acr, IsTheMeanOverAllRows) {
  EXPECT_DOUBLE_EQ(average_certified_radius(four_rows()), 0.375);
}

TEST(ClassView, IsALogOfItsOwn) {
  EXPECT_EQ(classes_of(four_rows()), (std::vector<int>{2, 7}));
  const CertificationLog seven = rows_of_class(four_rows(), 7);
  EXPECT_EQ(seven.rows(), 2u);
  EXPECT_DOUBLE_EQ(average_certified_radius(seven), 0.5);
  EXPECT_EQ(clean_accuracy(rows_of_class(four_rows(), 2), 0.95).value, 0.5);
}

TEST(PaDistribution, CountsSharesOfVotes) {
  const PaDistribution p_a(test::log_of_votes({10, 5, 5, 9, CertificationLog::kUnknownVotes}, 10), 10);
  EXPECT_EQ(p_a.share_at_least(0.0), 0.8);
  EXPECT_EQ(p_a.share_at_least(0.5), 0.8);
  EXPECT_EQ(p_a.share_at_least(0.51), 0.4);
  EXPECT_EQ(p_a.share_at_least(0.9), 0.4);
  EXPECT_EQ(p_a.share_at_least(1.0), 0.2);
  EXPECT_EQ(p_a.unknown_images(), 1);
}

TEST(PaDistribution, IsTheSameForSmallAndHugeN) {
  // Beyond ten million votes counts are sorted instead of tabulated.
  const std::vector<std::int64_t> shares = {50, 93, 93, 100, 7};
  std::vector<std::int64_t> huge = shares;
  for (auto& votes : huge) votes *= 1'000'000;
  const PaDistribution small(test::log_of_votes(shares, 100), 100);
  const PaDistribution large(test::log_of_votes(huge, 100'000'000), 100'000'000);
  for (const double p : {0.0, 0.07, 0.5, 0.93, 0.94, 1.0})
    EXPECT_EQ(small.share_at_least(p), large.share_at_least(p));
}

TEST(PaDistribution, IsALowerBoundWhereVotesAreUnknown) {
  // Two correct images, one that abstained and one certified as another class.
  CertificationLog log =
      test::log_of_votes({70, 90, CertificationLog::kUnknownVotes, CertificationLog::kUnknownVotes}, 100);
  log.predicted = {0, 0, CertificationLog::kAbstained, 5};
  const PaDistribution p_a(log, 100);
  EXPECT_EQ(p_a.unknown_at_least(0.3), 2);
  EXPECT_EQ(p_a.unknown_at_least(0.6), 1);
  EXPECT_EQ(p_a.unknown_at_least(0.7), 0);
  const auto curve = p_a.curve(std::vector<double>{0.0}, 0.95);
  EXPECT_EQ(curve[0].value, 0.5);
  EXPECT_EQ(curve[0].upper, 1.0);
}

TEST(PaDistribution, HasASimultaneousBand) {
  const PaDistribution p_a(test::log_of_votes(std::vector<std::int64_t>(10'000, 70), 100), 100);
  const auto curve = p_a.curve(std::vector<double>{0.5, 0.8}, 0.95);
  EXPECT_NEAR(curve[0].lower, 1.0 - 0.013581, 1e-6);
  EXPECT_EQ(curve[0].upper, 1.0);
  EXPECT_EQ(curve[1].lower, 0.0);
  EXPECT_NEAR(curve[1].upper, 0.013581, 1e-6);
}

}  // namespace
}  // namespace certus
