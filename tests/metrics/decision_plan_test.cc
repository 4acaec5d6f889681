#include "certus/metrics/decision_plan.h"

#include "support/loaded_logs.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

TEST(DecisionPlan, CostsLessThanAllVotesAndLosesLittle) {
  const DecisionPlan plan = plan_decisions(test::loaded_votes("a.tsv", 0.5, {1000, 900, 100}),
                                           {.n = 1000, .radii = {0.25, 0.5, 9.0}});
  ASSERT_THAT(plan.radii, SizeIs(2));  // 9 is out of reach
  EXPECT_LT(plan.radii[0].mean_votes, 1100);
  EXPECT_LT(plan.radii[0].lost(), 0.05);
  EXPECT_GE(plan.mean_votes_all_radii, plan.radii[0].mean_votes);
  for (const DecisionPlan::Radius& at : plan.radii) {
    EXPECT_GT(at.least_votes, 100) << at.radius;  // n0
    EXPECT_LT(at.least_votes, at.mean_votes) << at.radius;
    EXPECT_GE(plan.least_votes_all_radii, at.least_votes) << at.radius;
  }
  EXPECT_LT(plan.least_votes_all_radii, plan.mean_votes_all_radii);
}

TEST(DecisionPlan, RefusesRadiiOutOfReachAndRecordsThatStopped) {
  EXPECT_EQ(test::error_of([] {
              plan_decisions(test::loaded_votes("a.tsv", 0.5, {1000}), {.n = 1000, .radii = {8.0, 9.0}});
            }),
            "a.tsv: at sigma = 0.5, 1000 votes cannot certify any of the radii 8 to 9");
  EXPECT_THAT(test::error_of([] {
                plan_decisions(test::loaded_stopped("a.tsv", {{30, 40}}), {.radii = {0.5}});
              }),
              HasSubstr("a.tsv: "));
}

}  // namespace
}  // namespace certus
