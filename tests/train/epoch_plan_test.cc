#include "certus/train/epoch_plan.h"

namespace certus {
namespace {

TEST(PlanEpoch, RunsAllPiecesFromTheirStart) {
  const TrainingPieces pieces{.discard_from = 3, .reweight_from = 3, .reweight_every = 2, .attack_from = 3};
  for (std::int64_t epoch = 0; epoch < 8; ++epoch) {
    EXPECT_EQ(plan_epoch(epoch, pieces),
              (EpochPlan{.discard_now = epoch == 3,
                         .refresh_weights_now = epoch == 3 || epoch == 5 || epoch == 7,
                         .attack = epoch >= 3,
                         .with_replacement = epoch >= 3}))
        << epoch;
  }
}

TEST(PlanEpoch, IsPlainWithoutPieces) {
  for (const std::int64_t epoch : {0, 60, 149}) EXPECT_EQ(plan_epoch(epoch, {}), EpochPlan{});
}

TEST(PlanEpoch, LetsEachPieceStartAlone) {
  const TrainingPieces pieces{.discard_from = 4, .reweight_from = 2, .reweight_every = 10, .attack_from = 1};
  EXPECT_EQ(plan_epoch(0, pieces), EpochPlan{});
  EXPECT_EQ(plan_epoch(1, pieces), EpochPlan{.attack = true});
  EXPECT_EQ(plan_epoch(2, pieces),
            (EpochPlan{.refresh_weights_now = true, .attack = true, .with_replacement = true}));
  EXPECT_EQ(plan_epoch(4, pieces),
            (EpochPlan{.discard_now = true, .attack = true, .with_replacement = true}));
}

TEST(PlanEpoch, DrawsAfterDiscardingAlone) {
  const TrainingPieces pieces{.discard_from = 3};
  EXPECT_EQ(plan_epoch(2, pieces), EpochPlan{});
  EXPECT_EQ(plan_epoch(3, pieces), (EpochPlan{.discard_now = true, .with_replacement = true}));
  EXPECT_EQ(plan_epoch(4, pieces), EpochPlan{.with_replacement = true});
}

TEST(PlanEpoch, DoesNotDrawForTheAttackAlone) {
  EXPECT_EQ(plan_epoch(5, {.attack_from = 0}), EpochPlan{.attack = true});
}

}  // namespace
}  // namespace certus
