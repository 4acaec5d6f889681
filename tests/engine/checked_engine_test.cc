#include "certus/engine/checked_engine.h"

#include "support/linear_engine.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using ::testing::HasSubstr;

/// The plane engine with a wrong vote whenever the first pixel under noise exceeds `above`.
std::unique_ptr<Engine> disturbed(float above) {
  return std::make_unique<ScriptedEngine>(test::kTinyShape, 2, [above](std::span<const float> x) {
    float sum = 0.0F;
    for (const float v : x) sum += v;
    return (sum > 0.0F) != (x[0] > above) ? 1 : 0;
  });
}

TEST(CheckedEngine, PassesVotesOfTheEngineUnderTest) {
  CheckedEngine checked(test::plane_engine(), test::plane_engine(), 0.0);
  const auto pixels = test::image_at(0.3);
  std::vector<int> labels(500), expected(500);
  checked.classify({test::kTinyShape, pixels}, 1.0F, {.seed = 2}, 0, labels);
  test::plane_engine()->classify({test::kTinyShape, pixels}, 1.0F, {.seed = 2}, 0, expected);
  EXPECT_EQ(labels, expected);
  EXPECT_EQ(checked.draws(), 500);
  EXPECT_EQ(checked.different(), 0);
}

TEST(CheckedEngine, FailsNamingTheFirstDifference) {
  CheckedEngine checked(disturbed(2.0F), test::plane_engine(), 0.0);
  const auto pixels = test::image_at(0.3);
  std::vector<int> labels(500);
  const std::string message = test::error_of(
      [&] { checked.classify({test::kTinyShape, pixels}, 1.0F, {.seed = 2, .image = 17}, 0, labels); });
  EXPECT_THAT(message, HasSubstr("scripted and scripted differ in 1 of"));
  EXPECT_THAT(message, HasSubstr("last in image 17, draw "));
}

TEST(CheckedEngine, AllowsTheStatedShare) {
  const auto pixels = test::image_at(0.3);
  std::vector<int> labels(20'000);
  // x0 exceeds 2 in 3 % of the draws.
  CheckedEngine lenient(disturbed(2.0F), test::plane_engine(), 0.06);
  lenient.classify({test::kTinyShape, pixels}, 1.0F, {.seed = 2}, 0, labels);
  EXPECT_NEAR(static_cast<double>(lenient.different()) / 20'000, 0.029, 0.006);
  CheckedEngine strict(disturbed(2.0F), test::plane_engine(), 0.01);
  EXPECT_THAT(test::error_of([&] { strict.classify({test::kTinyShape, pixels}, 1.0F, {.seed = 2}, 0, labels); }),
              HasSubstr("expected at most 1 %"));
}

TEST(CheckedEngine, RefusesTwoModels) {
  auto other = std::make_unique<ScriptedEngine>(test::kTinyShape, 3, [](std::span<const float>) { return 0; });
  EXPECT_THAT(test::error_of([&] { CheckedEngine(test::plane_engine(), std::move(other), 0.0); }),
              HasSubstr("take different images or classes"));
}

}  // namespace
}  // namespace certus
