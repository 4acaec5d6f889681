#include "certus/model/graph.h"

#include "certus/model/architectures.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::HasSubstr;

Graph image_graph(Shape shape) {
  Graph graph;
  graph.add("x", InputOp{std::move(shape)});
  return graph;
}

TEST(Graph, InfersTheShapeOfConvolutionsAndPools) {
  Graph graph = image_graph({3, 10, 11});
  graph.parameters["w"] = {{8, 3, 3, 5}, std::vector<float>(8 * 3 * 3 * 5)};
  const NodeId conv = graph.add(
      "conv", ConvOp{.window = {.kernel = {3, 5}, .stride = {2, 1}, .pad = {1, 0, 2, 3}}, .weight = "w"},
      {0});
  EXPECT_EQ(graph.node(conv).shape, (Shape{8, 6, 10}));
  // 6 high: windows of 3 every 2 begin at 0, 2 and, rounding up, 4.
  const Window window{.kernel = {3, 2}, .stride = {2, 2}};
  EXPECT_EQ(graph.node(graph.add("floor", MaxPoolOp{.window = window}, {conv})).shape, (Shape{8, 2, 5}));
  EXPECT_EQ(graph.node(graph.add("ceil", MaxPoolOp{.window = window, .ceil_mode = true}, {conv})).shape,
            (Shape{8, 3, 5}));
}

TEST(Graph, DropsACeilWindowThatWouldStartInThePadding) {
  Graph graph = image_graph({1, 4, 4});
  const Window window{.kernel = {2, 2}, .stride = {3, 3}, .pad = {0, 0, 1, 1}};
  EXPECT_EQ(graph.node(graph.add("p", MaxPoolOp{.window = window, .ceil_mode = true}, {0})).shape,
            (Shape{1, 2, 2}));
}

TEST(Graph, BroadcastsFromTheLastAxis) {
  Graph graph = image_graph({3, 4, 5});
  graph.parameters["c"] = {{4, 1}, std::vector<float>(4)};
  const NodeId constant = graph.add("c", ConstantOp{"c"});
  EXPECT_EQ(graph.node(graph.add("add", ArithmeticOp{}, {0, constant})).shape, (Shape{3, 4, 5}));
  graph.parameters["d"] = {{3}, std::vector<float>(3)};
  EXPECT_THAT(error_of([&] {
                graph.add("bad", ArithmeticOp{}, {0, graph.add("d", ConstantOp{"d"})});
              }),
              HasSubstr("node 'bad' (arithmetic): cannot combine 3x4x5 with 3"));
}

TEST(Graph, NamesNodeFoundAndExpected) {
  Graph graph = image_graph({3, 8, 8});
  graph.parameters["w"] = {{4, 2, 3, 3}, std::vector<float>(72)};
  const ConvOp conv{.window = {.kernel = {3, 3}}, .weight = "w"};
  EXPECT_THAT(error_of([&] { graph.add("stem", conv, {0}); }),
              HasSubstr("node 'stem' (conv): the parameter 'w' is 4x2x3x3, expected out x 3/groups"));
  EXPECT_THAT(error_of([&] { graph.add("fc", LinearOp{.weight = "v"}, {0}); }),
              HasSubstr("node 'fc' (linear): the parameter 'v' is missing"));
  EXPECT_THAT(error_of([&] { graph.add("flat", ReshapeOp{{191}}, {0}); }),
              HasSubstr("cannot reshape 3x8x8 to 191"));
  EXPECT_THAT(error_of([&] {
                graph.add("p", MaxPoolOp{.window = {.kernel = {9, 9}}}, {0});
              }),
              HasSubstr("a window of 9 does not fit its input 3x8x8"));
  EXPECT_THAT(error_of([&] { graph.add("t", TransposeOp{{0, 0, 1}}, {0}); }), HasSubstr("not a permutation"));
  EXPECT_THAT(error_of([&] { graph.add("s", SliceOp{.axis = 3, .start = 0, .stop = 1}, {0}); }),
              HasSubstr("axis 3 is not one of its input 3x8x8"));
}

TEST(Graph, RefusesShapesThatOverflow) {
  Graph graph = image_graph({1, 1, 1});
  const std::int64_t huge = std::int64_t{1} << 62;
  EXPECT_THAT(error_of([&] { graph.add("r", ReshapeOp{{huge, huge}}, {0}); }), HasSubstr("is impossible"));
  EXPECT_THAT(error_of([&] {
                graph.add("p", PadOp{.before = {0, 0, huge}, .after = {0, 0, 0}}, {0});
              }),
              HasSubstr("pads by"));
  EXPECT_THAT(error_of([&] {
                graph.add("q", PadOp{.before = {0, 1 << 30, 1 << 30}, .after = {0, 0, 0}}, {0});
              }),
              HasSubstr("too large"));
}

TEST(Graph, IsAClassifierOnlyWithImagesInAndLogitsOut) {
  EXPECT_THAT(
      error_of([] {
        check_classifier(image_graph({3, 4, 4}), "m.onnx");
      }),
      HasSubstr("m.onnx: gives 3x4x4 for an image, expected one logit for each of two classes or more"));
  EXPECT_THAT(error_of([] { check_classifier(image_graph({12}), "m.onnx"); }),
              HasSubstr("takes 12, expected images"));
  Graph constant = image_graph({1, 2, 2});
  constant.parameters["c"] = {{3}, {1, 2, 3}};
  constant.add("c", ConstantOp{"c"});
  EXPECT_THAT(error_of([&] { check_classifier(constant, "m.onnx"); }),
              HasSubstr("m.onnx: its output does not depend on the image"));
}

TEST(Graph, NormalizationComesFirstAndFeedsWhoReadTheInput) {
  const Graph plain = make_architecture("lenet", 10, 1);
  const Graph graph = with_normalization(plain, {0.5F}, {0.25F});
  ASSERT_EQ(graph.nodes().size(), plain.nodes().size() + 1);
  EXPECT_TRUE(std::holds_alternative<NormalizeOp>(graph.node(1).operation));
  EXPECT_EQ(graph.node(2).inputs, (std::vector<NodeId>{1}));
  EXPECT_EQ(graph.output_shape(), (Shape{10}));
  EXPECT_THAT(error_of([&] {
                with_normalization(plain, {0.5F, 0.5F}, {1.0F, 1.0F});
              }),
              HasSubstr("normalizes 2 channels, its input has 1"));
  EXPECT_THAT(error_of([&] { with_normalization(plain, {0.5F}, {0.0F}); }), HasSubstr("divides by 0"));
}

}  // namespace
}  // namespace certus
