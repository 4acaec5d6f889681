#include "certus/engine_onednn/calibrate.h"

#include <cmath>

#include "certus/model/network_builder.h"
#include "support/normals.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using ::testing::HasSubstr;

/// One convolution that copies a channel, and a linear layer.
Graph copying_network(float weight) {
  NetworkBuilder b({1, 8, 8}, 1);
  const NodeId x = b.relu("relu", b.conv("conv", b.input(), 1, 1, 1, 0, Init::kFanInUniform));
  b.graph.parameters.at("conv.weight").values = {weight};
  b.linear("fc", b.flatten("flat", x), 2);
  return b.graph;
}

TEST(Calibrate, EndsAtTheLargestValueWhereAllAreAsLarge) {
  const LoweredNetwork network = lower(copying_network(2.0F));
  const auto values = calibrate(network, std::vector<float>(64, 0.75F));
  EXPECT_NEAR(values[0].clip, 0.75, 0.01);
  EXPECT_NEAR(values[1].clip, 1.5, 0.02);
}

TEST(Calibrate, CutsOffWhatIsRareAndFar) {
  // The clip c with the least N (c / 127)^2 / 12 + (40 - c)^2 for N numbers is at 20.
  auto images = test::normals(64 * 3000, 3);
  images[0] = 40.0F;
  const auto values = calibrate(lower(copying_network(1.0F)), images);
  EXPECT_NEAR(values[0].clip, 20.0, 1.0);
}

TEST(Calibrate, AValueThatIsAlwaysZeroGetsZero) {
  const auto values = calibrate(lower(copying_network(-1.0F)), std::vector<float>(64, 0.75F));
  EXPECT_EQ(values[1].clip, 0.0);
}

TEST(Calibrate, KnowsTheMeanOfEveryChannel) {
  NetworkBuilder b({2, 4, 4}, 1);
  b.linear("fc",
           b.flatten("flat", b.relu("relu", b.conv("conv", b.input(), 2, 1, 1, 0, Init::kFanInUniform))), 2);
  b.graph.parameters.at("conv.weight").values = {1.0F, 0.0F, 0.0F, 3.0F};
  std::vector<float> image(32, 0.5F);
  std::fill(image.begin() + 16, image.begin() + 24, 0.25F);  // half of the second channel
  const auto values = calibrate(lower(b.graph), image);
  EXPECT_NEAR(values[1].mean.at(0), 0.5, 1e-9);
  EXPECT_NEAR(values[1].mean.at(1), 3.0 * 0.375, 1e-9);
}

TEST(Calibrate, RefusesANetworkThatGivesNumbersThatAreNotFinite) {
  for (const float weight : {std::nanf(""), HUGE_VALF, 3e38F}) {
    EXPECT_THAT(
        test::error_of([&] { calibrate(lower(copying_network(weight)), std::vector<float>(64, 2.0F)); }),
        HasSubstr("the network gives a number that is not finite"))
        << weight;
  }
}

}  // namespace
}  // namespace certus
