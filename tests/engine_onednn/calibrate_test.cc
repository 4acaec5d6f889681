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
  const auto clips = calibrate(network, std::vector<float>(64, 0.75F));
  EXPECT_NEAR(clips[0], 0.75, 0.01);
  EXPECT_NEAR(clips[1], 1.5, 0.02);
}

TEST(Calibrate, CutsOffWhatIsRareAndFar) {
  // The clip c with the least N (c / 127)^2 / 12 + (40 - c)^2 for N numbers is at 20.
  auto images = test::normals(64 * 3000, 3);
  images[0] = 40.0F;
  const auto clips = calibrate(lower(copying_network(1.0F)), images);
  EXPECT_NEAR(clips[0], 20.0, 1.0);
}

TEST(Calibrate, AValueThatIsAlwaysZeroGetsZero) {
  const auto clips = calibrate(lower(copying_network(-1.0F)), std::vector<float>(64, 0.75F));
  EXPECT_EQ(clips[1], 0.0);
}

TEST(Calibrate, RefusesANetworkThatGivesNumbersThatAreNotFinite) {
  for (const float weight : {std::nanf(""), HUGE_VALF, 3e38F}) {
    EXPECT_THAT(
        test::error_of([&] { calibrate(lower(copying_network(weight)), std::vector<float>(64, 2.0F)); }),
        HasSubstr("calibration: the network gives a number that is not finite"))
        << weight;
  }
}

}  // namespace
}  // namespace certus
