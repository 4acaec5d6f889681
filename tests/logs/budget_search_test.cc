#include "certus/logs/budget_search.h"

#include <gtest/gtest.h>

#include "certus/logs/radius_lattice.h"

namespace certus {
namespace {

constexpr RadiusDigits kThreeDigits{.kind = RadiusDigits::Kind::kSignificant, .digits = 3};

TEST(ConsistentBudgets, PrefersACapThatSeveralImagesShare) {
  // .978 .955 .941 .929 .920 is the top of the lattice of alpha = 0.01 at sigma 0.25, not of 0.001 (cap
  // .953).
  LoggedRadii radii{
      .descending = {0.978, 0.955, 0.941, 0.929, 0.920}, .at_largest = 40, .digits = kThreeDigits};
  const auto sure = consistent_budgets(radii, {.sigma = 0.25});
  ASSERT_FALSE(sure.empty());
  EXPECT_EQ(sure.front().n, 100'000);
  EXPECT_EQ(sure.front().alpha, 0.01);
  EXPECT_TRUE(sure.front().is_sure);
  radii.at_largest = 1;
  EXPECT_FALSE(consistent_budgets(radii, {.sigma = 0.25}).front().is_sure);
}

TEST(ConsistentBudgets, SearchesOnlyWhatIsOpen) {
  const LoggedRadii radii{.descending = {0.978}, .at_largest = 9, .digits = kThreeDigits};
  for (const auto& candidate : consistent_budgets(radii, {.sigma = 0.25, .n = 100'000}))
    EXPECT_EQ(candidate.n, 100'000);
  EXPECT_TRUE(consistent_budgets(radii, {.sigma = 0.25, .n = 1000, .alpha = 0.001}).empty());
}

TEST(AlphaOfCap, BracketsTheAlphaThatMadeTheLargestRadius) {
  const LoggedRadii radii{.descending = {0.978}, .at_largest = 9, .digits = kThreeDigits};
  const AlphaRange range = alpha_of_cap(radii, 0.25, 100'000);
  EXPECT_LT(range.low, 0.01);
  EXPECT_GT(range.high, 0.01);
}

}  // namespace
}  // namespace certus
