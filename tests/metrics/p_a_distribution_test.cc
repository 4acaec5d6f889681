#include "certus/metrics/p_a_distribution.h"

#include <algorithm>

#include "certus/stats/confidence_sequence.h"
#include "certus/stats/dataset_statement.h"
#include "certus/stats/ecdf_band.h"
#include "certus/stats/keyed_random.h"
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

TEST(PaDistribution, StoppedImagesHaveSharesOfTheirOwnN) {
  const PaDistribution p_a(test::log_of_stopped({{5, 10}, {50, 100}, {9, 10}, {190, 200}}), 1000);
  EXPECT_FALSE(p_a.has_one_n());
  EXPECT_EQ(p_a.n(), 1000);
  EXPECT_EQ(p_a.shares(), (std::vector<double>{0.5, 0.9, 0.95}));
  EXPECT_EQ(p_a.groups()[0].images, 2);  // 5 of 10 and 50 of 100
  EXPECT_EQ(p_a.groups()[2].n, 200);
  EXPECT_EQ(p_a.share_at_least(0.5), 1.0);
  EXPECT_EQ(p_a.share_at_least(0.51), 0.5);
  EXPECT_EQ(p_a.share_at_least(0.95), 0.25);
}

TEST(PaDistribution, TheBandOfStoppedImagesIsThatOfTheirIntervals) {
  const std::int64_t m = 2000;
  const PaDistribution p_a(
      test::log_of_stopped(std::vector<test::StoppedImage>(static_cast<std::size_t>(m), {30, 40})), 1000);
  const ConfidenceSequence sequence(PaDistribution::kIntervalAlpha);
  const double lower = sequence.lower(30, 40).p;
  const double upper = sequence.upper(30, 40).p;
  const double half = ecdf_band_half_width(m, 0.025) +
                      static_cast<double>(most_false_certificates(m, 0.001, 0.025)) / static_cast<double>(m);
  const auto curve =
      p_a.curve(std::vector<double>{lower - 2e-6, lower + 2e-6, 0.75, upper - 2e-6, upper + 2e-6}, 0.95);
  EXPECT_DOUBLE_EQ(curve[0].lower, 1.0 - half);
  EXPECT_EQ(curve[1].lower, 0.0);
  EXPECT_EQ(curve[2].value, 1.0);
  EXPECT_EQ(curve[2].upper, 1.0);
  EXPECT_EQ(curve[3].value, 0.0);
  EXPECT_EQ(curve[3].upper, 1.0);
  EXPECT_DOUBLE_EQ(curve[4].upper, half);
}

TEST(PaDistribution, TheBandOfStoppedImagesHoldsForTheWorstStopping) {
  // Every image has p_A = 0.6 and stops, from 5 draws on, when two thirds of its votes are for it.
  constexpr std::size_t kImages = 500;
  const double above = 0.6 + 1e-9;
  int band_missed = 0;
  int estimate_missed = 0;
  for (std::uint64_t run = 0; run < 40; ++run) {
    std::vector<test::StoppedImage> images;
    for (std::uint64_t i = 0; i < kImages; ++i) {
      test::StoppedImage image;
      while (image.n < 300 && (image.n < 5 || 3 * image.votes < 2 * image.n)) {
        image.votes += keyed_uniform(run, i, static_cast<std::uint64_t>(image.n)) < 0.6 ? 1 : 0;
        ++image.n;
      }
      images.push_back(image);
    }
    const Estimate at = PaDistribution(test::log_of_stopped(images), 300).curve({{above}}, 0.9).front();
    // No image has p_A above 0.6.
    band_missed += at.lower > 0.0 ? 1 : 0;
    estimate_missed += at.value > ecdf_band_half_width(kImages, 0.1) ? 1 : 0;
  }
  EXPECT_EQ(band_missed, 0);
  EXPECT_EQ(estimate_missed, 40);  // a band around votes / n would not hold
}

}  // namespace
}  // namespace certus
