#include "certus/model/evaluate_operation.h"

#include <cmath>
#include <limits>

namespace certus {
namespace {

using ::testing::ElementsAre;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// The last node of a graph of one or two inputs of these shapes, all of whose values are given.
template <typename Number>
std::vector<Number> evaluate(const Graph& graph, const std::vector<std::vector<Number>>& values) {
  const Node& node = graph.nodes().back();
  const std::vector<std::span<const Number>> inputs(values.begin(), values.end());
  std::vector<Number> output(static_cast<std::size_t>(element_count(node.shape)));
  evaluate_operation<Number>(node, graph, inputs, output);
  return output;
}

/// What the operation makes of one tensor.
std::vector<float> applied(Operation operation, Shape shape, const std::vector<float>& x,
                           std::map<std::string, Tensor> parameters = {}) {
  Graph graph;
  graph.parameters = std::move(parameters);
  graph.add("x", InputOp{std::move(shape)});
  graph.add("y", std::move(operation), {0});
  return evaluate<float>(graph, {x});
}

/// What it makes of the tensor and a second one.
std::vector<float> combined(Operation operation, Shape shape, const std::vector<float>& x, Tensor second) {
  Graph graph;
  graph.add("x", InputOp{std::move(shape)});
  graph.parameters["c"] = second;
  graph.add("c", ConstantOp{"c"});
  graph.add("y", std::move(operation), {0, 1});
  return evaluate<float>(graph, {x, second.values});
}

TEST(EvaluateOperation, SumsAWindowWithPaddingStrideDilationAndGroups) {
  const std::vector<float> x{1,  2,  3,  4,  5,  6,  7,  8, 9, /* second channel */ 10,
                             20, 30, 40, 50, 60, 70, 80, 90};
  const ConvOp conv{.window = {.kernel = {2, 2}, .stride = {2, 1}, .dilation = {1, 2}, .pad = {1, 1, 0, 0}},
                    .groups = 2,
                    .weight = "w",
                    .bias = "b"};
  // Rows -1 and 0, then 1 and 2; columns -1 and 1, then 0 and 2.
  EXPECT_THAT(
      applied(conv, {2, 3, 3}, x, {{"w", {{2, 1, 2, 2}, {1, 2, 3, 4, 1, 0, 0, 1}}}, {"b", {{2}, {100, 0}}}}),
      ElementsAre(100 + 4 * 2, 100 + 3 * 1 + 4 * 3, 100 + 2 * 5 + 4 * 8, 100 + 4 + 2 * 6 + 3 * 7 + 4 * 9,  //
                  20, 30, 80, 40 + 90));
}

TEST(EvaluateOperation, MultipliesMatrices) {
  const std::map<std::string, Tensor> parameters{{"w", {{3, 2}, {1, 2, 3, 4, 5, 6}}},
                                                 {"b", {{3}, {10, 20, 30}}}};
  EXPECT_THAT(applied(LinearOp{.weight = "w", .bias = "b"}, {2, 2}, {1, 1, 0, 2}, parameters),
              ElementsAre(13, 27, 41, 14, 28, 42));
  EXPECT_THAT(combined(MatMulOp{}, {2, 2}, {1, 2, 3, 4}, {{2, 2}, {0, 1, 1, 1}}), ElementsAre(2, 3, 4, 7));
}

TEST(EvaluateOperation, TakesChannelsOneByOne) {
  EXPECT_THAT(applied(NormalizeOp{{1, 2}, {2, 4}}, {2, 1, 2}, {1, 3, 2, 10}), ElementsAre(0, 1, 0, 2));
  std::map<std::string, Tensor> parameters;
  for (const auto& [name, value] : {std::pair{"g", 2.0F}, {"b", 1.0F}, {"m", 3.0F}, {"v", 3.0F}}) {
    parameters[name] = {{1}, {value}};
  }
  EXPECT_THAT(applied(BatchNormOp{"g", "b", "m", "v", 1.0F}, {1, 1, 2}, {3, 7}, parameters),
              ElementsAre(1, 5));
}

TEST(EvaluateOperation, TakesElementsOneByOne) {
  EXPECT_THAT(applied(ReluOp{}, {3}, {-1, 0, 2}), ElementsAre(0, 0, 2));
  EXPECT_THAT(applied(LeakyReluOp{.slope = 0.5F}, {2}, {-1, 2}), ElementsAre(-0.5F, 2));
  EXPECT_THAT(applied(ClipOp{.low = -1, .high = 6}, {3}, {-2, 3, 8}), ElementsAre(-1, 3, 6));
  const Tensor row{{2}, {2, 4}};
  using Kind = ArithmeticOp::Kind;
  EXPECT_THAT(combined(ArithmeticOp{Kind::kAdd}, {2, 2}, {1, 2, 3, 4}, row), ElementsAre(3, 6, 5, 8));
  EXPECT_THAT(combined(ArithmeticOp{Kind::kSub}, {2, 2}, {1, 2, 3, 4}, row), ElementsAre(-1, -2, 1, 0));
  EXPECT_THAT(combined(ArithmeticOp{Kind::kMul}, {2, 2}, {1, 2, 3, 4}, row), ElementsAre(2, 8, 6, 16));
  EXPECT_THAT(combined(ArithmeticOp{Kind::kDiv}, {2, 2}, {1, 2, 3, 4}, row),
              ElementsAre(0.5F, 0.5F, 1.5F, 1));
}

TEST(EvaluateOperation, PoolsWhatLiesUnderTheWindow) {
  const std::vector<float> x{-1, -2, -3, -4, -5, -6, -7, -8, -9};
  const Window window{.kernel = {2, 2}, .stride = {2, 2}, .pad = {1, 1, 0, 0}};
  EXPECT_THAT(applied(MaxPoolOp{.window = window}, {1, 3, 3}, x), ElementsAre(-1, -2, -4, -5));
  EXPECT_THAT(applied(AveragePoolOp{.window = window}, {1, 3, 3}, x), ElementsAre(-1, -2.5F, -5.5F, -7));
  EXPECT_THAT(applied(AveragePoolOp{.window = window, .count_padding = true}, {1, 3, 3}, x),
              ElementsAre(-0.25F, -1.25F, -2.75F, -7));
  EXPECT_THAT(applied(GlobalAveragePoolOp{}, {2, 1, 2}, {1, 2, 3, 5}), ElementsAre(1.5F, 4));
  EXPECT_THAT(applied(ReduceMeanOp{.axes = {0}, .keep_axes = false}, {2, 1, 2}, {1, 2, 3, 5}),
              ElementsAre(2, 3.5F));
}

TEST(EvaluateOperation, MovesElements) {
  const std::vector<float> x{1, 2, 3, 4, 5, 6};
  EXPECT_THAT(applied(ReshapeOp{{3, 2}}, {2, 3}, x), ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(applied(TransposeOp{{1, 0}}, {2, 3}, x), ElementsAre(1, 4, 2, 5, 3, 6));
  EXPECT_THAT(applied(SliceOp{.axis = 1, .start = 0, .stop = 3, .step = 2}, {2, 3}, x),
              ElementsAre(1, 3, 4, 6));
  EXPECT_THAT(combined(ConcatOp{.axis = 1}, {2, 3}, x, {{2, 1}, {7, 8}}),
              ElementsAre(1, 2, 3, 7, 4, 5, 6, 8));
  using Mode = PadOp::Mode;
  const auto padded = [](Mode mode) {
    return applied(PadOp{.mode = mode, .before = {2}, .after = {1}, .value = 9}, {3}, {1, 2, 3});
  };
  EXPECT_THAT(padded(Mode::kConstant), ElementsAre(9, 9, 1, 2, 3, 9));
  EXPECT_THAT(padded(Mode::kReflect), ElementsAre(3, 2, 1, 2, 3, 2));
  EXPECT_THAT(padded(Mode::kEdge), ElementsAre(1, 1, 1, 2, 3, 3));
}

TEST(EvaluateOperation, GivesTheSigmoidToTheLastDigits) {
  Graph graph;
  graph.add("x", InputOp{{2001}});
  graph.add("y", SigmoidOp{}, {0});
  std::vector<double> x;
  for (int i = -1000; i <= 1000; ++i) x.push_back(i * 0.037);
  const std::vector<double> y = evaluate<double>(graph, {x});
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double expected = 1.0 / (1.0 + std::exp(-x[i]));
    EXPECT_NEAR(y[i], expected, 1e-15 * expected) << x[i];
  }
  EXPECT_THAT(applied(SigmoidOp{}, {3}, {-1e30F, 0, 1e30F}), ElementsAre(0, 0.5F, 1));
}

TEST(EvaluateOperation, LetsNanThrough) {
  EXPECT_TRUE(std::isnan(applied(ReluOp{}, {1}, {kNan})[0]));
  EXPECT_TRUE(std::isnan(applied(SigmoidOp{}, {1}, {kNan})[0]));
  EXPECT_TRUE(std::isnan(applied(ClipOp{}, {1}, {kNan})[0]));
  EXPECT_TRUE(std::isnan(applied(MaxPoolOp{.window = {.kernel = {1, 3}}}, {1, 1, 3}, {1, kNan, 2})[0]));
}

TEST(EvaluateOperation, RoundsFloatsOnceAtTheEnd) {
  // In float32 the sum would stay at 2^24.
  EXPECT_THAT(applied(LinearOp{.weight = "w"}, {3}, {16777216, 1, 1}, {{"w", {{1, 3}, {1, 1, 1}}}}),
              ElementsAre(16777218));
}

}  // namespace
}  // namespace certus
