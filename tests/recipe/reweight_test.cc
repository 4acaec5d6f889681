#include "certus/recipe/reweight.h"

#include "support/temp_dir.h"

namespace certus {
namespace {

TEST(SamplingWeights, AreThoseOfThePublishedCode) {
  const std::vector<double> weights = sampling_weights(std::vector<std::int64_t>{0, 12, 13, 14, 15, 16}, {});
  const std::vector<double> expected{0.153703, 0.153703, 0.328618, 0.525655, 0.764878, 1.107515};
  ASSERT_EQ(weights.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(weights[i], expected[i], 1e-6);
  EXPECT_NEAR(weights[5] / (weights[5] + weights[1]), 0.878132, 1e-6);
}

TEST(SamplingWeights, SaySoWhenTheyAreNotPositive) {
  EXPECT_THAT(test::error_of([] { sampling_weights(std::vector<std::int64_t>{4}, {.n = 4}); }),
              ::testing::HasSubstr("4 copies at alpha 0.1 certify no radius at a share of 0.75"));
}

}  // namespace
}  // namespace certus
