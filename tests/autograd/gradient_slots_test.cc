#include "certus/autograd/gradient_slots.h"

#include <gtest/gtest.h>

namespace certus {
namespace {

TEST(PlanGradients, TakesTurnsInAChain) {
  // 0 -> 1 -> 2 -> 3, all of a size: two slots do.
  const GradientSlots plan = plan_gradients({8, 8, 8, 8}, {{0, 1, {}}, {1, 2, {}}, {2, 3, {}}}, {3});
  EXPECT_EQ(plan.of_value, (std::vector<std::size_t>{1, 0, 1, 0}));
  EXPECT_EQ(plan.row_floats, (std::vector<std::int64_t>{8, 8}));
  EXPECT_EQ(plan.adds_to_input, std::vector<bool>(3, false));
  EXPECT_EQ(plan.adds_to_residual, std::vector<bool>(3, false));
}

TEST(PlanGradients, NeverGivesASlotToRowsOfAnotherSize) {
  const std::vector<std::int64_t> sizes{8, 16, 32, 16};
  const GradientSlots plan = plan_gradients(sizes, {{0, 1, {}}, {1, 2, {}}, {2, 3, {}}}, {3});
  for (std::size_t v = 0; v < sizes.size(); ++v) EXPECT_EQ(plan.row_floats[plan.of_value[v]], sizes[v]);
  EXPECT_EQ(plan.row_floats.size(), 3U);  // 3 and 1 take turns; a larger slot does not do for 0
}

TEST(PlanGradients, PassesTheSlotOfASumOnToItsResidual) {
  // A block: 2 = f(1), 3 = f(2) + 1.
  const GradientSlots plan = plan_gradients({8, 8, 8, 8}, {{0, 1, {}}, {1, 2, {}}, {2, 3, 1}}, {3});
  EXPECT_EQ(plan.of_value[1], plan.of_value[3]);
  EXPECT_NE(plan.of_value[2], plan.of_value[3]);
  EXPECT_FALSE(plan.adds_to_residual[2]);
  EXPECT_TRUE(plan.adds_to_input[1]);  // 1 has the gradient of the sum already
}

TEST(PlanGradients, AddsWhereAValueIsReadTwiceOrFromOutside) {
  // 2 = f(1), 3 = f(1), and 1 is an output as well.
  const GradientSlots plan = plan_gradients({8, 8, 8, 8}, {{0, 1, {}}, {1, 2, {}}, {1, 3, {}}}, {1, 2, 3});
  EXPECT_EQ(plan.adds_to_input, (std::vector<bool>{false, true, true}));
  // 3 = f(2) + 1 where 1 is an output: its gradient came from outside.
  const GradientSlots sum = plan_gradients({8, 8, 8, 8}, {{0, 1, {}}, {1, 2, {}}, {2, 3, 1}}, {1, 3});
  EXPECT_TRUE(sum.adds_to_residual[2]);
  EXPECT_NE(sum.of_value[1], sum.of_value[3]);
}

}  // namespace
}  // namespace certus
