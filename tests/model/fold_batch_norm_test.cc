#include "certus/model/fold_batch_norm.h"

#include "certus/model/architectures.h"
#include "support/normals.h"
#include "support/onnx_fixtures.h"
#include "support/reference_evaluator.h"

namespace certus {
namespace {

using test::normals;

template <typename Op>
std::size_t count_of(const Graph& graph) {
  std::size_t count = 0;
  for (const Node& node : graph.nodes()) count += std::holds_alternative<Op>(node.operation) ? 1U : 0U;
  return count;
}

TEST(FoldBatchNorm, ComputesTheSame) {
  Graph graph = make_architecture("cifar_resnet8", 10, 1);
  std::uint64_t seed = 0;
  for (auto& [name, tensor] : graph.parameters) {
    if (name.find("bn") == std::string::npos && name.find("downsample.1") == std::string::npos) continue;
    tensor.values = normals(tensor.values.size(), ++seed);
    for (float& v : tensor.values) v = name.ends_with("running_var") ? 0.5F + v * v : v;
  }
  const Graph folded = fold_batch_norm(graph);
  EXPECT_EQ(count_of<BatchNormOp>(graph), 9U);
  EXPECT_EQ(count_of<BatchNormOp>(folded), 0U);
  EXPECT_EQ(count_of<ConvOp>(folded), 9U);
  const auto image = normals(3072, 99);
  EXPECT_LT(
      test::logit_difference(test::reference_logits(folded, image), test::reference_logits(graph, image)),
      1e-5);
}

TEST(FoldBatchNorm, LeavesAConvolutionThatIsReadTwice) {
  Graph graph;
  graph.parameters["w"] = {{1, 1, 1, 1}, {2.0F}};
  for (const char* name : {"g", "b", "m", "v"}) graph.parameters[name] = {{1}, {3.0F}};
  graph.add("x", InputOp{{1, 2, 2}});
  const NodeId conv = graph.add("conv", ConvOp{.weight = "w"}, {0});
  const NodeId norm = graph.add("bn", BatchNormOp{"g", "b", "m", "v"}, {conv});
  const NodeId sum = graph.add("sum", ArithmeticOp{}, {norm, conv});
  graph.add("flat", ReshapeOp{{4}}, {sum});
  const Graph folded = fold_batch_norm(graph);
  EXPECT_EQ(count_of<BatchNormOp>(folded), 1U);
  const std::vector<float> image{1, 2, 3, 4};
  EXPECT_EQ(test::reference_logits(folded, image), test::reference_logits(graph, image));
}

TEST(FoldBatchNorm, KeepsApartWhatSharesParameters) {
  // Exporters store equal tensors once, so two norms may have one scale.
  Graph graph;
  graph.parameters["w1"] = {{1, 1, 1, 1}, {2.0F}};
  graph.parameters["w2"] = {{1, 1, 1, 1}, {-3.0F}};
  graph.parameters["folded.1.weight"] = {{4}, {1.0F, 2.0F, 3.0F, 4.0F}};
  graph.parameters["g"] = {{1}, {1.5F}};
  for (const char* name : {"b", "m", "v"}) graph.parameters[name] = {{1}, {0.5F}};
  graph.add("x", InputOp{{1, 2, 2}});
  NodeId x = graph.add("conv", ConvOp{.weight = "w1"}, {0});
  x = graph.add("bn", BatchNormOp{"g", "b", "m", "v"}, {x});
  x = graph.add("conv", ConvOp{.weight = "w2"}, {x});
  x = graph.add("bn", BatchNormOp{"g", "b", "m", "v"}, {x});
  x = graph.add("flat", ReshapeOp{{4}}, {x});
  graph.add("sum", ArithmeticOp{}, {x, graph.add("c", ConstantOp{"folded.1.weight"})});
  const std::vector<float> image{1, 2, 3, 4};
  EXPECT_LT(test::logit_difference(test::reference_logits(fold_batch_norm(graph), image),
                                   test::reference_logits(graph, image)),
            1e-6);
}

}  // namespace
}  // namespace certus
