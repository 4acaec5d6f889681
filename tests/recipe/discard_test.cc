#include "certus/recipe/discard.h"

#include "support/temp_dir.h"

namespace certus {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(KeptImages, StayWithAShareOfExactlyTheThreshold) {
  EXPECT_THAT(kept_images(std::vector<std::int64_t>{39, 40, 41}, 100, 0.4), ElementsAre(1, 2));
  EXPECT_THAT(kept_images(std::vector<std::int64_t>{10, 9}, 50, 0.2), ElementsAre(0));
  EXPECT_THAT(kept_images(std::vector<std::int64_t>{4, 5}, 50, 0.1), ElementsAre(1));
}

TEST(KeptImages, RoundsAThresholdBetweenCountsUp) {
  EXPECT_THAT(kept_images(std::vector<std::int64_t>{4, 5}, 16, 0.26), ElementsAre(1));
  EXPECT_THAT(kept_images(std::vector<std::int64_t>{0, 16}, 16, 0.0), ElementsAre(0, 1));
}

TEST(KeptImages, AgreeWithExactArithmeticForAllPercentages) {
  std::vector<std::int64_t> counts(101);
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = static_cast<std::int64_t>(i);
  for (std::int64_t percent = 0; percent <= 100; ++percent) {
    EXPECT_EQ(kept_images(counts, 100, static_cast<double>(percent) / 100.0).front(), percent);
  }
}

TEST(KeptImages, SaysSoWhenNoneIsLeft) {
  const std::string message = test::error_of([] {
    kept_images(std::vector<std::int64_t>{3, 12, 5}, 100, 0.4);
  });
  EXPECT_THAT(message, HasSubstr("none of 3 images: the easiest has 12 correct votes of 100"));
  EXPECT_THAT(message, HasSubstr("asks for 40"));
}

}  // namespace
}  // namespace certus
