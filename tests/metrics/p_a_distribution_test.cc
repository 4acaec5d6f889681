#include "certus/metrics/p_a_distribution.h"

#include "support/logs.h"

namespace certus {
namespace {

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
  EXPECT_EQ(p_a.unknown_at_least(0.5), 1);
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

TEST(PaDistribution, RisingViewGivesTheSameCounts) {
  const PaDistribution p_a(test::log_of_votes({100, 600, 600, 750, 1000}, 1000), 1000);
  PaDistribution::RisingView view(p_a);
  for (const double p : {0.0, 0.1, 0.1, 0.55, 0.6, 0.6000001, 0.9, 1.0, 1.1})
    EXPECT_EQ(view.images_at_least(p), p_a.images_at_least(p)) << p;
}

}  // namespace
}  // namespace certus
