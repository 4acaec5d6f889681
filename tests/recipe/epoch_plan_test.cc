#include "certus/recipe/epoch_plan.h"

#include "certus/recipe/train_settings.h"

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

TEST(PlanEpoch, DrawsWithReplacementWithoutAnyPieceWhenAsked) {
  const TrainingPieces pieces{.with_replacement_from = 2};
  EXPECT_EQ(plan_epoch(1, pieces), EpochPlan{});
  EXPECT_EQ(plan_epoch(2, pieces), EpochPlan{.with_replacement = true});
  EXPECT_EQ(plan_epoch(3, pieces), EpochPlan{.with_replacement = true});
}

Config pieces_config(const std::vector<std::string>& more) {
  std::vector<std::string> settings{"data.name=mnist",       "model.arch=lenet",     "noise.sigma=0.5",
                                    "train.method=gaussian", "train.epochs=9",       "discard.on=true",
                                    "reweight.on=true",      "sphere_attack.on=true"};
  settings.insert(settings.end(), more.begin(), more.end());
  return {train_settings(), {}, settings};
}

TEST(PiecesOf, OneSettingMovesAllThree) {
  const TrainingPieces pieces = pieces_of(pieces_config({"easy_focus.start_epoch=7"}));
  EXPECT_EQ(pieces.discard_from, 7);
  EXPECT_EQ(pieces.reweight_from, 7);
  EXPECT_EQ(pieces.attack_from, 7);
  EXPECT_EQ(pieces.with_replacement_from, std::nullopt);
}

TEST(PiecesOf, AStartOfItsOwnComesFirst) {
  const TrainingPieces pieces = pieces_of(
      pieces_config({"easy_focus.start_epoch=7", "reweight.start_epoch=0", "train.with_replacement_from=3"}));
  EXPECT_EQ(pieces.discard_from, 7);
  EXPECT_EQ(pieces.reweight_from, 0);
  EXPECT_EQ(pieces.attack_from, 7);
  EXPECT_EQ(pieces.with_replacement_from, 3);
}

TEST(PiecesOf, WhatIsOffNeverStarts) {
  const TrainingPieces pieces =
      pieces_of(pieces_config({"discard.on=false", "discard.start_epoch=2", "easy_focus.start_epoch=7"}));
  EXPECT_EQ(pieces.discard_from, std::nullopt);
  EXPECT_EQ(pieces.attack_from, 7);
}

TEST(ReadsCommonStart, WhenAPieceThatIsOnHasNone) {
  EXPECT_TRUE(reads_common_start(pieces_config({})));
  EXPECT_FALSE(reads_common_start(
      pieces_config({"discard.start_epoch=1", "reweight.start_epoch=1", "sphere_attack.start_epoch=0"})));
  EXPECT_FALSE(
      reads_common_start(pieces_config({"discard.on=false", "reweight.on=false", "sphere_attack.on=false"})));
}

}  // namespace
}  // namespace certus
