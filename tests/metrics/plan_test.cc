#include "certus/metrics/plan.h"

#include <gtest/gtest.h>

#include "certus/stats/binomial.h"

namespace certus {
namespace {

TEST(Plan, TellsWhatTheUsualBudgetCanDo) {
  const Plan plan = make_plan({.budget = {.n = 100'000, .alpha = 0.001, .sigma = 0.5},
                               .images = 500,
                               .radii = {0.0, 1.0, 2.5},
                               .images_per_second = 1000.0});
  EXPECT_NEAR(*plan.largest_radius, 1.905728, 1e-6);
  EXPECT_EQ(plan.least_n_to_certify, 10);
  EXPECT_EQ(plan.least_n_to_predict, 10);
  EXPECT_EQ(plan.most_false_certificates, 4);
  EXPECT_DOUBLE_EQ(plan.forward_passes, 500.0 * 100'100.0);
  EXPECT_DOUBLE_EQ(*plan.seconds, 50'050.0);
  EXPECT_EQ(*plan.targets[1].least_n, 301);
  EXPECT_FALSE(plan.targets[2].least_votes);
  // Half of the images with that p_A reach the radius.
  EXPECT_NEAR(binomial_upper_tail(*plan.targets[1].least_votes, 100'000, *plan.targets[1].p_for_half), 0.5,
              1e-9);
}

TEST(Plan, TellsThatEveryImageWillAbstain) {
  const Plan plan = make_plan({.budget = {.n = 5, .alpha = 0.001, .sigma = 0.5}, .radii = {0.0}});
  EXPECT_FALSE(plan.largest_radius);
  EXPECT_FALSE(plan.seconds);
  EXPECT_FALSE(plan.targets[0].least_votes);
}

}  // namespace
}  // namespace certus
