#include "certus/engine_onednn/lower.h"

#include <cmath>

#include "certus/base/error.h"
#include "certus/engine_onednn/float_program.h"
#include "certus/model/network_builder.h"
#include "support/normals.h"
#include "support/onnx_fixtures.h"
#include "support/programs.h"
#include "support/reference_evaluator.h"

namespace certus {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// A builder of networks of 3x8x8 images, and what they become.
class Lower : public ::testing::Test {
 protected:
  NodeId conv(const std::string& name, NodeId x, std::int64_t out = 4) {
    return b.conv(name, x, out, 3, 1, 1, Init::kFanInUniform, true);
  }
  NodeId relu(NodeId x) { return b.relu(join_text("relu", b.graph.nodes().size()), x); }
  NodeId sum(NodeId x, NodeId y) { return b.graph.add("sum", ArithmeticOp{}, {x, y}); }
  void classify(NodeId x) { b.linear("fc", b.flatten("flat", x), 5); }

  /// Every step as "conv: 1 + 0 -> 2, relu": node, inputs, residual, output, activation. The lowered network
  /// has to compute what the graph does.
  std::vector<std::string> steps() {
    network = lower(b.graph);
    const auto program = std::make_shared<const Program>(make_float_program(network));
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      const auto image = test::normals(element_count(b.graph.input_shape()), seed);
      const auto logits = test::program_logits(program, image);
      EXPECT_LT(
          test::logit_difference({logits.begin(), logits.end()}, test::reference_logits(b.graph, image)),
          1e-5);
    }
    std::vector<std::string> texts;
    for (const LoweredStep& step : network.steps) {
      std::string text = network.graph.node(step.node).name + ":";
      for (const std::size_t input : step.inputs) text += join_text(' ', input);
      if (step.residual) text += join_text(" + ", *step.residual);
      text += join_text(" -> ", step.output);
      if (step.activation) {
        text += std::isinf(step.activation->high)
                    ? std::string(", relu")
                    : join_text(", clip ", static_cast<double>(step.activation->high));
      }
      texts.push_back(std::move(text));
    }
    return texts;
  }

  NetworkBuilder b{{3, 8, 8}, 1};
  LoweredNetwork network;
};

TEST_F(Lower, FoldsBatchNormAndReluIntoTheConvolution) {
  classify(relu(b.batch_norm("bn", conv("conv", b.input()))));
  b.graph.parameters.at("bn.running_mean").values = {0.5F, -1.0F, 2.0F, 0.0F};
  b.graph.parameters.at("bn.running_var").values = {4.0F, 0.25F, 1.0F, 9.0F};
  EXPECT_THAT(steps(), ElementsAre("conv: 0 -> 1, relu", "fc: 1 -> 2"));
}

TEST_F(Lower, FusesSumAndReluOfAResidualBlock) {
  const NodeId x = relu(conv("conv1", b.input()));
  classify(relu(sum(conv("conv3", relu(conv("conv2", x))), x)));
  EXPECT_THAT(steps(), ElementsAre("conv1: 0 -> 1, relu", "conv2: 1 -> 2, relu", "conv3: 2 + 1 -> 3, relu",
                                   "fc: 3 -> 4"));
}

TEST_F(Lower, TheLaterOfTwoConvolutionsTakesTheirSum) {
  const NodeId x = relu(conv("conv1", b.input()));
  const NodeId main = conv("main", x);
  classify(relu(sum(conv("shortcut", x), main)));
  EXPECT_THAT(steps(),
              ElementsAre("conv1: 0 -> 1, relu", "main: 1 -> 2", "shortcut: 1 + 2 -> 3, relu", "fc: 3 -> 4"));
}

TEST_F(Lower, AConvolutionWaitsForAResidualThatComesLater) {
  const NodeId early = conv("early", b.input());
  const NodeId pooled = b.max_pool("pool", relu(conv("other", b.input())), 3, 1, 1);
  classify(relu(sum(early, pooled)));
  EXPECT_THAT(steps(),
              ElementsAre("other: 0 -> 1, relu", "pool: 1 -> 2", "early: 0 + 2 -> 3, relu", "fc: 3 -> 4"));
}

TEST_F(Lower, TheImageCanBeAResidual) {
  classify(relu(sum(b.input(), conv("conv", b.input(), 3))));
  EXPECT_THAT(steps(), ElementsAre("conv: 0 + 0 -> 1, relu", "fc: 1 -> 2"));
}

TEST_F(Lower, FusesAClipFromZeroAndNoOther) {
  const NodeId x = b.graph.add("six", ClipOp{0.0F, 6.0F}, {conv("conv1", b.input())});
  classify(b.graph.add("odd", ClipOp{-0.25F, 0.25F}, {conv("conv2", x)}));
  EXPECT_THAT(steps(), ElementsAre("conv1: 0 -> 1, clip 6", "conv2: 1 -> 2", "odd: 2 -> 3", "fc: 3 -> 4"));
}

TEST_F(Lower, AConvolutionReadTwiceIsNotFused) {
  const NodeId x = conv("conv1", b.input());
  const NodeId y = relu(x);
  classify(sum(y, b.graph.add("sigmoid", SigmoidOp{}, {x})));
  EXPECT_THAT(steps(), ElementsAre("conv1: 0 -> 1", "relu2: 1 -> 2", "sigmoid: 1 -> 3", "sum: 2 3 -> 4",
                                   "fc: 4 -> 5"));
}

TEST_F(Lower, AnActivationBeforeTheSumKeepsTheSumApart) {
  const NodeId x = relu(conv("conv1", b.input()));
  classify(relu(sum(relu(conv("conv2", x)), x)));
  EXPECT_THAT(steps(), ElementsAre("conv1: 0 -> 1, relu", "conv2: 1 -> 2, relu", "sum: 2 1 -> 3",
                                   "relu6: 3 -> 4", "fc: 4 -> 5"));
}

TEST_F(Lower, AConvolutionTakesOneActivation) {
  classify(b.graph.add("clip", ClipOp{0.0F, 0.5F}, {relu(conv("conv", b.input()))}));
  EXPECT_THAT(steps(), ElementsAre("conv: 0 -> 1, relu", "clip: 1 -> 2", "fc: 2 -> 3"));
}

TEST_F(Lower, ASecondSumStaysAStep) {
  const NodeId x = relu(conv("conv1", b.input()));
  const NodeId y = relu(conv("conv2", x));
  classify(sum(sum(conv("conv3", y), x), y));
  EXPECT_THAT(steps(), ElementsAre("conv1: 0 -> 1, relu", "conv2: 1 -> 2, relu", "conv3: 2 + 1 -> 3",
                                   "sum: 3 2 -> 4", "fc: 4 -> 5"));
}

TEST_F(Lower, ASumOfAValueWithItselfStaysAStep) {
  const NodeId x = conv("conv", b.input());
  classify(sum(x, x));
  EXPECT_THAT(steps(), ElementsAre("conv: 0 -> 1", "sum: 1 1 -> 2", "fc: 2 -> 3"));
}

TEST_F(Lower, ABroadcastSumStaysAStep) {
  b.graph.parameters["c"] = {{4, 1, 1}, {1.0F, -2.0F, 0.5F, 3.0F}};
  const NodeId c = b.graph.add("c", ConstantOp{"c"});
  classify(relu(sum(conv("conv", b.input()), c)));
  EXPECT_THAT(steps(),
              ElementsAre("c: -> 1", "conv: 0 -> 2", "sum: 2 1 -> 3", "relu4: 3 -> 4", "fc: 4 -> 5"));
}

TEST_F(Lower, DeadNodesVanish) {
  const NodeId x = relu(conv("conv", b.input()));
  conv("dead", x);
  b.graph.add("dead sum", ArithmeticOp{}, {x, x});
  classify(x);
  EXPECT_THAT(steps(), ElementsAre("conv: 0 -> 1, relu", "fc: 1 -> 2"));
}

TEST_F(Lower, DeadReadersDoNotKeepAConvolutionFromItsRelu) {
  const NodeId x = conv("conv", b.input());
  b.graph.add("dead", SigmoidOp{}, {x});
  classify(relu(x));
  EXPECT_THAT(steps(), ElementsAre("conv: 0 -> 1, relu", "fc: 1 -> 2"));
}

TEST_F(Lower, NormalizationIsAppliedToTheImage) {
  const NodeId x = b.graph.add("norm", NormalizeOp{{0.5F, 0.25F, -1.0F}, {0.2F, 0.5F, 2.0F}}, {b.input()});
  classify(relu(conv("conv", x)));
  EXPECT_THAT(steps(), ElementsAre("conv: 0 -> 1, relu", "fc: 1 -> 2"));
  EXPECT_THAT(network.mean, ElementsAre(0.5F, 0.25F, -1.0F));
  EXPECT_THAT(network.deviation, ElementsAre(0.2F, 0.5F, 2.0F));
}

TEST_F(Lower, NormalizationOfAnImageWithTwoReadersStaysAStep) {
  const NodeId x = b.graph.add("norm", NormalizeOp{{0.5F, 0.25F, -1.0F}, {0.2F, 0.5F, 2.0F}}, {b.input()});
  classify(relu(sum(conv("conv", x, 3), b.input())));
  EXPECT_THAT(steps(), ElementsAre("norm: 0 -> 1", "conv: 1 + 0 -> 2, relu", "fc: 2 -> 3"));
  EXPECT_THAT(network.mean, IsEmpty());
}

TEST_F(Lower, OfTwoNormalizationsTheFirstIsAppliedToTheImage) {
  const NodeId x = b.graph.add("one", NormalizeOp{{0.5F, 0.25F, -1.0F}, {0.2F, 0.5F, 2.0F}}, {b.input()});
  const NodeId y = b.graph.add("two", NormalizeOp{{1.0F, 2.0F, 3.0F}, {0.5F, 1.0F, 2.0F}}, {x});
  classify(relu(conv("conv", y)));
  EXPECT_THAT(steps(), ElementsAre("two: 0 -> 1", "conv: 1 -> 2, relu", "fc: 2 -> 3"));
  EXPECT_THAT(network.mean, ElementsAre(0.5F, 0.25F, -1.0F));
}

TEST_F(Lower, WithoutNormalizationTheImageIsAsItComes) {
  classify(relu(conv("conv", b.input())));
  steps();
  EXPECT_THAT(network.mean, IsEmpty());
  EXPECT_THAT(network.deviation, IsEmpty());
  EXPECT_EQ(network.values[0], (Shape{3, 8, 8}));
}

TEST_F(Lower, ALinearLayerBehindAFlatteningHasItsColumnsInTheOrderOfPixels) {
  classify(relu(conv("conv", b.input())));
  const Tensor before = b.graph.parameter("fc.weight");
  EXPECT_THAT(steps(), ElementsAre("conv: 0 -> 1, relu", "fc: 1 -> 2"));
  const Tensor& after = network.steps[1].weight;
  ASSERT_EQ(after.shape, before.shape);
  // Row 2, channel 3, pixel 17 of 4 channels and 64 pixels.
  EXPECT_EQ(after.values[2 * 256 + 17 * 4 + 3], before.values[2 * 256 + 3 * 64 + 17]);
}

TEST_F(Lower, AFlatteningReadTwiceStaysAStep) {
  const NodeId flat = b.flatten("flat", relu(conv("conv", b.input())));
  const NodeId one = b.linear("one", flat, 5);
  const NodeId two = b.linear("two", flat, 5);
  b.graph.add("sum", ArithmeticOp{}, {one, two});
  EXPECT_THAT(steps(), ElementsAre("conv: 0 -> 1, relu", "flat: 1 -> 2", "one: 2 -> 3", "two: 2 -> 4",
                                   "sum: 3 4 -> 5"));
}

TEST_F(Lower, ALinearNetworkOfTheImageIsLowered) {
  classify(b.input());
  EXPECT_THAT(steps(), ElementsAre("flat: 0 -> 1", "fc: 1 -> 2"));
}

TEST_F(Lower, LinearLayersTakeActivationsButNoSums) {
  const NodeId hidden = b.relu("relu", b.linear("fc1", b.flatten("flat", relu(conv("conv", b.input()))), 6));
  b.linear("fc3", sum(b.linear("fc2", hidden, 6), hidden), 5);
  EXPECT_THAT(steps(), ElementsAre("conv: 0 -> 1, relu", "fc1: 1 -> 2, relu", "fc2: 2 -> 3", "sum: 3 2 -> 4",
                                   "fc3: 4 -> 5"));
}

TEST(IsGlobalAverage, TakesEveryWayToWriteIt) {
  Graph graph;
  const NodeId x = graph.add("x", InputOp{{3, 4, 6}});
  const Shape shape{3, 4, 6};
  const auto is_one = [&](Operation operation) {
    return is_global_average(graph.node(graph.add("mean", std::move(operation), {x})), shape);
  };
  EXPECT_TRUE(is_one(GlobalAveragePoolOp{}));
  EXPECT_TRUE(is_one(ReduceMeanOp{.axes = {1, 2}, .keep_axes = false}));
  EXPECT_TRUE(is_one(AveragePoolOp{.window = {.kernel = {4, 6}}}));
  EXPECT_FALSE(is_one(ReduceMeanOp{.axes = {2}, .keep_axes = false}));
  EXPECT_FALSE(is_one(ReduceMeanOp{.axes = {0}, .keep_axes = false}));
  EXPECT_FALSE(is_one(AveragePoolOp{.window = {.kernel = {4, 4}}}));
  EXPECT_FALSE(is_one(AveragePoolOp{.window = {.kernel = {4, 6}, .pad = {1, 0, 0, 0}}}));
}

}  // namespace
}  // namespace certus
