#include "certus/metrics/paired_test.h"

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

TEST(PairedTest, ClaimsASideFalselyAtMostAtItsLevel) {
  // With d differing images and equal curves, the side is a fair coin: sum the binomial mass of claims,
  // exactly.
  const double level = test_pair({1000}, {400}).level;
  EXPECT_DOUBLE_EQ(level, 0.05 / 64);
  for (const int differing : {1, 5, 12, 13, 40, 300}) {
    double claims = 0;
    for (int only_a = 0; only_a <= differing; ++only_a) {
      const PairedTest test = test_pair(images({{1000, only_a}, {400, differing - only_a}}),
                                        images({{400, only_a}, {1000, differing - only_a}}));
      if (test.points[10].decided != 0) claims += binomial_pmf(only_a, differing, Probability::from_p(0.5));
    }
    EXPECT_LE(claims, level * (1 + 1e-12)) << differing;
  }
}

}  // namespace
}  // namespace certus
