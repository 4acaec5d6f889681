#include "certus/stats/small_linear_program.h"

#include <gmock/gmock.h>

namespace certus {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

TEST(RowPrices, AreThoseOfTheDualSolution) {
  // x = 3 and y = 1 gain 11; a unit more of the limits of rows 1 and 3 would add 2 and 1.
  const auto prices = row_prices({.columns = 2,
                                  .gain = {3.0, 2.0},
                                  .rows = {{1.0, 1.0}, {1.0, 3.0}, {1.0, 0.0}},
                                  .limits = {4.0, 7.0, 3.0}});
  EXPECT_THAT(prices, ElementsAre(DoubleNear(2.0, 1e-12), DoubleNear(0.0, 1e-12), DoubleNear(1.0, 1e-12)));
}

TEST(RowPrices, EndWhereLimitsAreZeroOrMissing) {
  EXPECT_THAT(row_prices({.columns = 1, .gain = {1.0}, .rows = {{2.0}}, .limits = {0.0}}),
              ElementsAre(DoubleNear(0.5, 1e-12)));
  EXPECT_THAT(row_prices({.columns = 1, .gain = {1.0}, .rows = {{-1.0}}, .limits = {1.0}}), ElementsAre(0.0));
}

}  // namespace
}  // namespace certus
