#include "certus/recipe/epoch_order.h"

#include <map>
#include <set>

namespace certus {
namespace {

using ::testing::AnyOf;
using ::testing::Each;
using ::testing::ElementsAre;

TEST(ShuffledOrder, HasEveryImageOnce) {
  for (const std::int64_t n : {0, 1, 2, 1000}) {
    const std::vector<std::int64_t> order = shuffled_order(1, 2, n);
    EXPECT_EQ(std::set<std::int64_t>(order.begin(), order.end()).size(), static_cast<std::size_t>(n));
    EXPECT_EQ(order.size(), static_cast<std::size_t>(n));
    for (const std::int64_t image : order) EXPECT_TRUE(image >= 0 && image < n);
  }
}

TEST(ShuffledOrder, DependsOnSeedAndEpochAlone) {
  EXPECT_EQ(shuffled_order(1, 2, 100), shuffled_order(1, 2, 100));
  EXPECT_NE(shuffled_order(1, 2, 100), shuffled_order(1, 3, 100));
  EXPECT_NE(shuffled_order(1, 2, 100), shuffled_order(2, 2, 100));
}

TEST(ShuffledOrder, HasEveryPermutationEquallyOften) {
  std::map<std::vector<std::int64_t>, int> seen;
  for (std::uint64_t epoch = 0; epoch < 24000; ++epoch) ++seen[shuffled_order(3, epoch, 4)];
  ASSERT_EQ(seen.size(), 24U);
  // 1000 expected of each, standard deviation 31.
  for (const auto& [order, times] : seen) EXPECT_NEAR(times, 1000, 155);
}

TEST(DrawnOrder, DrawsKeptImagesEquallyOften) {
  const std::vector<std::int64_t> kept{2, 5, 11};
  const std::vector<std::int64_t> order = drawn_order(1, 70, 30000, kept);
  EXPECT_EQ(order.size(), 30000U);
  std::map<std::int64_t, int> seen;
  for (const std::int64_t image : order) ++seen[image];
  ASSERT_EQ(seen.size(), 3U);
  for (const std::int64_t image : kept) EXPECT_NEAR(seen[image], 10000, 410);  // five standard deviations
  EXPECT_NE(drawn_order(1, 71, 100, kept), drawn_order(1, 72, 100, kept));
}

TEST(DrawnOrder, DrawsInProportionToWeights) {
  // Weights of 12 and 16 correct ones of 16 copies.
  const std::vector<std::int64_t> order =
      drawn_order(1, 70, 100000, std::vector<std::int64_t>{3, 8}, std::vector<double>{0.153703, 1.107515});
  const auto second = std::count(order.begin(), order.end(), 8);
  EXPECT_NEAR(static_cast<double>(second) / 100000, 0.878132, 0.0052);  // five standard deviations
  EXPECT_THAT(order, Each(AnyOf(3, 8)));
}

TEST(DrawnOrder, NeverDrawsWhatHasNoWeight) {
  const std::vector<std::int64_t> order =
      drawn_order(1, 0, 1000, std::vector<std::int64_t>{0, 1, 2, 3, 4}, std::vector<double>{0, 1, 0, 2, 0});
  EXPECT_THAT(order, Each(AnyOf(1, 3)));
}

TEST(SlicesOf, CutABatchIntoAsManyStepsAsCopies) {
  EXPECT_THAT(slices_of(256, 4, true),
              ElementsAre(BatchSlice{0, 64}, BatchSlice{64, 64}, BatchSlice{128, 64}, BatchSlice{192, 64}));
  EXPECT_THAT(slices_of(80, 4, true),
              ElementsAre(BatchSlice{0, 20}, BatchSlice{20, 20}, BatchSlice{40, 20}, BatchSlice{60, 20}));
  EXPECT_THAT(slices_of(143, 2, true), ElementsAre(BatchSlice{0, 71}, BatchSlice{71, 71}));
  EXPECT_THAT(slices_of(3, 4, true), ElementsAre());
  EXPECT_THAT(slices_of(64, 16, false), ElementsAre(BatchSlice{0, 64}));
}

TEST(StepsOfEpoch, AreThoseOfACifarEpoch) {
  EXPECT_EQ(steps_of_epoch(50000, 256, 4, true), 784);
  EXPECT_EQ(steps_of_epoch(50000, 256, 2, true), 392);
  EXPECT_EQ(steps_of_epoch(50000, 256, 1, true), 196);
  EXPECT_EQ(steps_of_epoch(50000, 64, 16, false), 782);
  EXPECT_EQ(steps_of_epoch(512, 256, 4, true), 8);
  EXPECT_EQ(steps_of_epoch(258, 256, 4, true), 4) << "the last two images are fewer than copies";
}

}  // namespace
}  // namespace certus
