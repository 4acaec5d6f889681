#include "certus/recipe/schedule.h"

namespace certus {
namespace {

TEST(Schedule, DropsExactlyAtItsMilestones) {
  const Schedule schedule{.lr = 0.1, .milestones = {50, 100}};
  for (const auto& [epoch, expected] : std::map<std::int64_t, double>{
           {0, 0.1}, {49, 0.1}, {50, 0.01}, {99, 0.01}, {100, 0.001}, {149, 0.001}}) {
    EXPECT_NEAR(schedule.rate(epoch, 0, 1), expected, 1e-15) << epoch;
  }
}

TEST(Schedule, OneCycleRisesThenFallsToNothing) {
  const Schedule schedule{.kind = Schedule::Kind::kOneCycle, .lr = 0.4, .warmup = 0.25};
  EXPECT_NEAR(schedule.rate(0, 0, 100), 0.4 * 0.005 / 0.25, 1e-12);
  EXPECT_NEAR(schedule.rate(0, 25, 100), 0.4 * 0.745 / 0.75, 1e-12);
  EXPECT_NEAR(schedule.rate(9, 99, 100), 0.4 * 0.005 / 0.75, 1e-12);
  double largest = 0.0;
  for (int step = 0; step < 100; ++step) largest = std::max(largest, schedule.rate(0, step, 100));
  EXPECT_LE(largest, 0.4);
}

}  // namespace
}  // namespace certus
