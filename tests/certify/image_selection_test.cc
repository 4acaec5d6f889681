#include "certus/certify/image_selection.h"

#include "support/temp_dir.h"

namespace certus {
namespace {

using Indices = std::vector<std::int64_t>;

TEST(ImageSelection, TakesMultiplesOfSkipWithinTheRange) {
  EXPECT_EQ(selected_images({}, 4), (Indices{0, 1, 2, 3}));
  EXPECT_EQ(selected_images({.start = 3, .max = 10, .skip = 3}, 100), (Indices{3, 6, 9}));
  EXPECT_EQ(selected_images({.start = 4, .max = 10, .skip = 3}, 100), (Indices{6, 9}));
  // A max that is no multiple of skip ends the run, too.
  EXPECT_EQ(selected_images({.max = 41, .skip = 20}, 10'000), (Indices{0, 20, 40}));
  EXPECT_EQ(selected_images({.max = 1000}, 3), (Indices{0, 1, 2}));
  EXPECT_EQ(selected_images({.skip = 100}, 50'000).size(), 500U);
}

TEST(ImageSelection, ShardsAreDisjointAndComplete) {
  Indices all;
  for (std::int64_t shard = 0; shard < 3; ++shard) {
    const Indices part =
        selected_images({.start = 5, .max = 70, .skip = 2, .shard = shard, .shards = 3}, 100);
    EXPECT_NEAR(static_cast<double>(part.size()), 32 / 3.0, 1.0);
    all.insert(all.end(), part.begin(), part.end());
  }
  std::sort(all.begin(), all.end());
  EXPECT_EQ(all, selected_images({.start = 5, .max = 70, .skip = 2}, 100));
}

TEST(ImageSelection, SaysWhyNoImageIsLeft) {
  EXPECT_EQ(test::error_of([] { selected_images({.start = 50, .skip = 10}, 20); }),
            "no image is left: start 50, max 20, every 10, shard 1/1 of a data set of 20 images");
}

}  // namespace
}  // namespace certus
