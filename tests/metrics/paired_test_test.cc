#include "certus/metrics/paired_test.h"

#include <algorithm>
#include <cmath>

#include "certus/metrics/grid.h"
#include "certus/metrics/shared_images.h"
#include "certus/stats/binomial.h"
#include "support/logs.h"

namespace certus {
namespace {

const std::vector<double> kGrid = probit_grid(64, 3.8);

PairedTest test_pair(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b) {
  return paired_test(test::log_of_votes(a, 1000), 1000, test::log_of_votes(b, 1000), 1000, kGrid, 0.05);
}

/// `count` images each of the given votes.
std::vector<std::int64_t> images(std::initializer_list<std::pair<std::int64_t, int>> groups) {
  std::vector<std::int64_t> out;
  for (const auto& [votes, count] : groups) out.insert(out.end(), static_cast<std::size_t>(count), votes);
  return out;
}

TEST(PairedTest, HasFourVerdicts) {
  EXPECT_EQ(test_pair(images({{1000, 100}}), images({{400, 100}})).verdict, Verdict::kDominates);
  EXPECT_EQ(test_pair(images({{400, 100}}), images({{1000, 100}})).verdict, Verdict::kDominated);
  EXPECT_EQ(test_pair(images({{990, 100}, {300, 100}}), images({{700, 100}, {700, 100}})).verdict,
            Verdict::kCrosses);
  EXPECT_EQ(test_pair(images({{900, 5}, {700, 95}}), images({{700, 100}})).verdict, Verdict::kUndecided);
  EXPECT_EQ(test_pair(images({{900, 100}}), images({{900, 100}})).verdict, Verdict::kUndecided);
}

TEST(PairedTest, DominatesOnlyAsFarAsTheImagesCanDecide) {
  // Above 0.9 one image differs: too few to say anything there, which takes nothing from what is below.
  const PairedTest test = test_pair(images({{900, 100}, {600, 1}}), images({{400, 100}, {1000, 1}}));
  EXPECT_EQ(test.verdict, Verdict::kDominates);
  ASSERT_TRUE(test.lead && test.decidable);
  EXPECT_EQ(test.lead->side, 1);
  EXPECT_EQ(test.lead->range.from, 0.5);
  EXPECT_EQ(test.lead->range.to, test.decidable->to);
  EXPECT_LE(test.lead->range.to, 0.9);
  EXPECT_GT(test.lead->range.to, 0.88);
}

TEST(PairedTest, PassesOverPointsThatAllImagesReach) {
  // Up to 0.6 every image reaches p with both models.
  const PairedTest test = test_pair(images({{900, 100}}), images({{600, 100}}));
  EXPECT_EQ(test.verdict, Verdict::kDominates);
  ASSERT_TRUE(test.lead);
  EXPECT_GT(test.lead->range.from, 0.6);
  EXPECT_LT(test.lead->range.from, 0.63);
  EXPECT_LE(test.lead->range.to, 0.9);
}

TEST(PairedTest, AnUndecidedPairStillHasItsLead) {
  // Ahead up to 0.7; beyond, 40 images on either side.
  const PairedTest test =
      test_pair(images({{700, 100}, {990, 40}, {300, 40}}), images({{400, 100}, {300, 40}, {990, 40}}));
  EXPECT_EQ(test.verdict, Verdict::kUndecided);
  ASSERT_TRUE(test.lead);
  EXPECT_EQ(test.lead->side, 1);
  EXPECT_LE(test.lead->range.to, 0.7);
  EXPECT_GT(test.lead->range.to, 0.65);
  EXPECT_GT(test.decidable->to, 0.98);
}

TEST(PairedTest, TellsWhereTheSideChanges) {
  // Above at up to 0.7 is B (200 images against 100), above between 0.7 and 0.99 is A.
  const PairedTest test = test_pair(images({{990, 100}, {300, 100}}), images({{700, 100}, {700, 100}}));
  ASSERT_EQ(test.crossings.size(), 1u);
  EXPECT_LT(test.crossings[0].from, 0.7);
  EXPECT_GT(test.crossings[0].to, 0.7);
}

TEST(PairedTest, PairsByImageAndNotByPosition) {
  auto a = test::log_of_votes({900, 100, 900, 100}, 1000);
  auto b = test::log_of_votes({100, 900, 100, 900}, 1000);
  b.idx = {1, 0, 3, 2};
  const PairedTest same = paired_test(a, 1000, b, 1000, kGrid, 0.05);
  EXPECT_EQ(same.images, 4);
  for (const auto& point : same.points) EXPECT_EQ(point.only_a + point.only_b, 0);
  b.idx = {1, 0, 33, 32};
  EXPECT_EQ(shared_images(a, b), 2);
}

TEST(PairedTest, FindsSharedImagesInAnyOrder) {
  auto a = test::log_of_votes({900, 800, 700, 600}, 1000);
  auto b = test::log_of_votes({600, 900, 700}, 1000);
  a.idx = {1, 4, 6, 9};
  b.idx = {0, 4, 9};
  const auto pairs = [&] {
    std::vector<std::pair<std::size_t, std::size_t>> visited;
    each_shared_image(a, b,
                      [&](std::size_t row_a, std::size_t row_b) { visited.emplace_back(row_a, row_b); });
    return visited;
  };
  EXPECT_THAT(pairs(), ::testing::ElementsAre(::testing::Pair(1, 1), ::testing::Pair(3, 2)));
  std::swap(b.idx[0], b.idx[2]);
  EXPECT_THAT(pairs(), ::testing::ElementsAre(::testing::Pair(1, 1), ::testing::Pair(3, 0)));
}

constexpr double kDelta = 0.05;
constexpr std::size_t kPoints = 9;

/// Differing images at points 0 to 8, where nothing differs unless said otherwise.
struct Counts {
  std::vector<std::int64_t> only_a = std::vector<std::int64_t>(kPoints);
  std::vector<std::int64_t> only_b = std::vector<std::int64_t>(kPoints);
  void ahead(std::size_t from, std::size_t to) {
    for (std::size_t i = from; i <= to; ++i) only_a[i] = 1000;
  }
  void set(std::size_t from, std::size_t to, std::int64_t a, std::int64_t b) {
    for (std::size_t i = from; i <= to; ++i) {
      only_a[i] = a;
      only_b[i] = b;
    }
  }
  std::vector<int> decided(PairedSignTests& tests) const {
    static const std::vector<double> grid = probit_grid(kPoints, 3.8);
    std::vector<int> sides;
    for (const auto& point : paired_test({2000, only_a, only_b}, grid, tests).points)
      sides.push_back(point.decided);
    return sides;
  }
};

/// The chance that points from..to, where `differing` images fall like fair coins, are decided at all, summed
/// exactly; `side` 0: for either model.
double chance_of_deciding(Counts counts, std::size_t from, std::size_t to, std::int64_t differing, int side,
                          PairedSignTests& tests) {
  double chance = 0.0;
  for (std::int64_t a = 0; a <= differing; ++a) {
    counts.set(from, to, a, differing - a);
    const std::vector<int> sides = counts.decided(tests);
    bool is_decided = false;
    for (std::size_t i = from; i <= to; ++i)
      is_decided = is_decided || (side == 0 ? sides[i] != 0 : sides[i] == side);
    if (is_decided) chance += binomial_pmf(a, differing, Probability::from_p(0.5));
  }
  return chance;
}

/// The largest chance over the number of differing images.
double largest_chance(const Counts& counts, std::size_t from, std::size_t to, int side) {
  PairedSignTests tests(kDelta, kPoints);
  double largest = 0.0;
  for (std::int64_t differing = 1; differing <= 300; ++differing)
    largest = std::max(largest, chance_of_deciding(counts, from, to, differing, side, tests));
  return largest;
}

/// Each of these is close enough to its level that a level five percent larger would exceed it.
TEST(PairedTest, TheRunDecidesFalselyAtMostAtItsLevel) {
  Counts begins;  // A is truly ahead up to point 2 and equal from 3 on
  begins.ahead(0, 2);
  const double false_run = largest_chance(begins, 3, kPoints - 1, 1);
  EXPECT_LE(false_run, kDelta / 4 * (1 + 1e-12));
  EXPECT_GT(false_run, 0.96 * kDelta / 4);
}

TEST(PairedTest, AnOpenPointIsDecidedFalselyAtMostAtItsLevel) {
  // Nothing differs at point 0, where the run ends, and A is ahead from 1 to `last`: the others stay open.
  for (const std::size_t last : {0U, 3U, 7U}) {
    Counts counts;
    if (last > 0) counts.ahead(1, last);
    const double level = kDelta / 4 / static_cast<double>(kPoints - last);
    const double false_decision = largest_chance(counts, 8, 8, 1);
    EXPECT_LE(false_decision, level * (1 + 1e-12)) << last;
    EXPECT_GT(false_decision, 0.96 * level) << last;
  }
}

TEST(PairedTest, AllDecisionsTogetherAreFalseAtMostWithDelta) {
  // The models are equal at every point, by different images at each: the events are independent. Until the
  // first wrong decision every point is tested as one of nine.
  PairedSignTests tests(kDelta, kPoints);
  double largest = 0.0;
  for (std::int64_t differing = 1; differing <= 300; ++differing) {
    double right = 1.0;
    for (std::size_t point = 0; point < kPoints; ++point)
      right *= 1.0 - chance_of_deciding({}, point, point, differing, 0, tests);
    largest = std::max(largest, 1.0 - right);
  }
  EXPECT_LE(largest, kDelta);
  EXPECT_GT(largest, 0.8 * kDelta);
}

TEST(PairedTest, DoesNotClaimDominanceWhereFewImagesTell) {
  // 500 images. A is far ahead up to point 6; beyond, B is: 0.2 % of the images reach it with A alone and
  // 0.4 to 0.6 % with B alone. Summed exactly over both counts.
  constexpr std::int64_t kImages = 500;
  PairedSignTests tests(kDelta, kPoints);
  for (const double of_b : {0.004, 0.005, 0.006}) {
    Counts counts;
    counts.ahead(0, 6);
    double claimed = 0.0;     // above at points 7 and 8, which is false
    double not_behind = 0.0;  // in the counts, where the images are too few to decide at delta / 64
    for (std::int64_t a = 0; a <= 30; ++a) {
      for (std::int64_t b = 0; b <= 30; ++b) {
        counts.set(7, 8, a, b);
        const double chance = binomial_pmf(a, kImages, Probability::from_p(0.002)) *
                              binomial_pmf(b, kImages - a, Probability::from_p(of_b / (1 - 0.002)));
        const std::vector<int> sides = counts.decided(tests);
        claimed += sides[7] > 0 || sides[8] > 0 ? chance : 0.0;
        not_behind += a >= b && std::ldexp(2.0, -static_cast<int>(a + b)) > kDelta / 64 ? chance : 0.0;
      }
    }
    EXPECT_LE(claimed, 0.001) << of_b;
    EXPECT_GT(not_behind, 0.12) << of_b;  // what counts alone would have let through
  }
}

}  // namespace
}  // namespace certus
