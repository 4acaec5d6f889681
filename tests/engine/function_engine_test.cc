#include "certus/engine/function_engine.h"

#include "support/linear_engine.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using test::kTinyShape;
using ::testing::HasSubstr;

void plane(std::span<const float> images, std::span<int> classes) {
  for (std::size_t i = 0; i < classes.size(); ++i) {
    float sum = 0.0F;
    for (const float v : images.subspan(i * kTinyShape.size(), kTinyShape.size())) sum += v;
    classes[i] = sum > 0.0F ? 1 : 0;
  }
}

TEST(FunctionEngine, VotesAsAnEngineOnTheSameNoiseWhateverTheBatch) {
  const auto pixels = test::image_at(0.2);
  std::vector<int> expected(333);
  test::plane_engine()->classify({kTinyShape, pixels}, 0.5F, {.seed = 3}, 7, expected);
  for (const int batch : {1, 10, 1000}) {
    std::vector<int> votes(333);
    make_function_engine(kTinyShape, 2, plane, {.batch = batch})
        ->classify({kTinyShape, pixels}, 0.5F, {.seed = 3}, 7, votes);
    EXPECT_EQ(votes, expected) << batch;
  }
}

TEST(FunctionEngine, SaysWhatIsWrong) {
  const auto pixels = test::image_at(0.2);
  const auto votes_of = [&](int label) {
    std::vector<int> votes(5);
    make_function_engine(kTinyShape, 2, [label](auto, std::span<int> classes) {
      std::fill(classes.begin(), classes.end(), label);
    })->classify({kTinyShape, pixels}, 0.5F, {}, 0, votes);
    return votes;
  };
  EXPECT_EQ(votes_of(-1), std::vector<int>(5, Engine::kNoVote));
  EXPECT_THAT(error_of([&] { votes_of(2); }), HasSubstr("gave class 2, expected one from 0 to 1"));
  EXPECT_THAT(error_of([&] { votes_of(-2); }), HasSubstr("gave class -2"));
  EXPECT_THAT(error_of([] { make_function_engine({0, 2, 4}, 2, plane); }), HasSubstr("images of 0x2x4"));
  EXPECT_THAT(error_of([] { make_function_engine(kTinyShape, 0, plane); }), HasSubstr("0 classes"));
  EXPECT_THAT(error_of([] { make_function_engine(kTinyShape, 2, {}); }), HasSubstr("empty function"));
}

}  // namespace
}  // namespace certus
