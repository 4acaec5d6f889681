#include "certus/recipe/collapse.h"

#include <gmock/gmock.h>

namespace certus {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// Ten classes of 100 test images each; predictions spread evenly unless said.
RunHealth healthy() {
  return {.epoch = 5,
          .epochs = 10,
          .test = TestLook{.labels = std::vector<std::int64_t>(10, 100),
                           .predicted = std::vector<std::int64_t>(10, 100),
                           .correct = 600},
          .images = 1000,
          .kept = 1000};
}

std::vector<CollapseSign> signs(const RunHealth& health) {
  std::vector<CollapseSign> out;
  for (const Collapse& each : signs_of_collapse(health)) out.push_back(each.sign);
  return out;
}

TEST(Collapse, IsNotSeenInARunThatLearns) {
  EXPECT_THAT(signs(healthy()), IsEmpty());
}

TEST(Collapse, IsAccuracyWithinTheNoiseOfChance) {
  RunHealth health = healthy();
  health.test->correct = 128;  // 10 % and three standard deviations are 12.85 %
  ASSERT_EQ(signs(health), std::vector{CollapseSign::kChance});
  EXPECT_THAT(
      signs_of_collapse(health)[0].text,
      HasSubstr("after epoch 6 the accuracy under noise on 1,000 test images, 12.8 %, does not differ "
                "from guessing (10.0 %)"));
  health.test->correct = 129;
  EXPECT_THAT(signs(health), IsEmpty());
}

TEST(Collapse, IsOneClassForNearlyAllImages) {
  RunHealth health = healthy();
  health.test->predicted = {0, 0, 0, 950, 50, 0, 0, 0, 0, 0};
  health.test->correct = 150;
  ASSERT_EQ(signs(health), std::vector{CollapseSign::kOneClass});
  EXPECT_THAT(signs_of_collapse(health)[0].text,
              HasSubstr("the network takes 95.0 % of the test images for class 3"));
  health.test->predicted = {0, 0, 0, 949, 51, 0, 0, 0, 0, 0};
  EXPECT_THAT(signs(health), IsEmpty());
}

TEST(Collapse, IsNotOneClassThatMostImagesHave) {
  RunHealth health = healthy();
  health.test = TestLook{.labels = {960, 40}, .predicted = {980, 20}, .correct = 970};
  EXPECT_THAT(signs(health), IsEmpty());
}

TEST(Collapse, IsJudgedOnlyAfterSomeEpochs) {
  RunHealth health = healthy();
  health.test->correct = 100;
  health.epoch = 1;
  EXPECT_THAT(signs(health), IsEmpty());
  health.epoch = 2;
  EXPECT_EQ(signs(health), std::vector{CollapseSign::kChance});
  health.epoch = 1;
  health.epochs = 2;  // this is the last one
  EXPECT_EQ(signs(health), std::vector{CollapseSign::kChance});
}

TEST(Collapse, IsALossOfMostTrainingImages) {
  RunHealth health = healthy();
  health.test.reset();
  health.kept = 500;
  EXPECT_THAT(signs(health), IsEmpty());
  health.kept = 499;
  ASSERT_EQ(signs(health), std::vector{CollapseSign::kDiscarded});
  EXPECT_THAT(signs_of_collapse(health)[0].text,
              HasSubstr("discarding left 49.9 % of the training images (499 of 1,000)"));
}

}  // namespace
}  // namespace certus
