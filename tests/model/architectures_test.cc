#include "certus/model/architectures.h"

#include <cmath>
#include <set>

#include "support/reference_evaluator.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using ::testing::HasSubstr;

template <typename Op>
std::vector<const Node*> nodes_of(const Graph& graph) {
  std::vector<const Node*> nodes;
  for (const Node& node : graph.nodes()) {
    if (std::holds_alternative<Op>(node.operation)) nodes.push_back(&node);
  }
  return nodes;
}

TEST(Architectures, HaveThePublishedNumberOfParameters) {
  EXPECT_EQ(trainable_count(make_architecture("cifar_resnet110", 10, 0)), 1'730'714);
  EXPECT_EQ(trainable_count(make_architecture("cifar_resnet50", 10, 0)), 758'554);
  EXPECT_EQ(trainable_count(make_architecture("cifar_resnet20", 10, 0)), 272'474);
  EXPECT_EQ(trainable_count(make_architecture("lenet", 10, 0)), 431'080);
  EXPECT_EQ(trainable_count(make_architecture("resnet18", 1000, 0)), 11'689'512);  // as torchvision's
  EXPECT_EQ(trainable_count(make_architecture("resnet34", 1000, 0)), 21'797'672);
  EXPECT_EQ(trainable_count(make_architecture("resnet50", 1000, 0)), 25'557'032);
}

TEST(Architectures, CifarResnet110HasItsStructure) {
  const Graph graph = make_architecture("cifar_resnet110", 10, 0);
  const auto convs = nodes_of<ConvOp>(graph);
  EXPECT_EQ(convs.size(), 111U);
  EXPECT_EQ(nodes_of<BatchNormOp>(graph).size(), 111U);
  // Weights and biases: 111 convolutions, twice 111 norms, twice the linear layer.
  EXPECT_EQ(graph.parameters.size() - 2 * 111, 335U);
  int projections = 0;
  std::set<Shape> shapes;
  for (const Node* node : convs) {
    const auto& conv = std::get<ConvOp>(node->operation);
    projections += conv.window.kernel[0] == 1 ? 1 : 0;
    shapes.insert(node->shape);
  }
  EXPECT_EQ(projections, 2);
  EXPECT_EQ(shapes, (std::set<Shape>{{16, 32, 32}, {32, 16, 16}, {64, 8, 8}}));
  for (const char* name :
       {"conv1.weight", "bn1.running_var", "layer1.0.conv1.weight", "layer3.17.bn2.bias",
        "layer2.0.downsample.0.weight", "layer3.0.downsample.1.running_mean", "fc.weight", "fc.bias"}) {
    EXPECT_TRUE(graph.parameters.contains(name)) << name;
  }
  EXPECT_FALSE(graph.parameters.contains("layer1.0.downsample.0.weight"));
}

TEST(Architectures, CountFlopsAsTheFieldDoes) {
  // Multiply-adds of the literature, times two: ResNet-20 0.041 G and ResNet-110 0.25 G on CIFAR-10,
  // ResNet-50 4.09 G.
  EXPECT_NEAR(static_cast<double>(flop_count(make_architecture("cifar_resnet20", 10, 0))), 2 * 0.0408e9, 2e6);
  EXPECT_NEAR(static_cast<double>(flop_count(make_architecture("cifar_resnet110", 10, 0))), 2 * 0.2531e9,
              2e7);
  EXPECT_NEAR(static_cast<double>(flop_count(make_architecture("resnet50", 1000, 0))), 2 * 4.09e9, 5e7);
}

TEST(Architectures, DrawWeightsOfTheStatedSpread) {
  const Graph graph = make_architecture("cifar_resnet20", 10, 3);
  const auto moment = [&](const char* name) {
    const auto& values = graph.parameter(name).values;
    double sum = 0.0;
    for (const float v : values) sum += static_cast<double>(v) * static_cast<double>(v);
    return sum / static_cast<double>(values.size());
  };
  // 36,864 normals: the relative error of their variance is 0.7 %; five times that is allowed.
  EXPECT_NEAR(moment("layer3.2.conv2.weight"), 2.0 / (9 * 64), 0.037 * 2.0 / (9 * 64));
  EXPECT_NEAR(moment("layer3.0.downsample.0.weight"), 2.0 / 64, 0.2 * 2.0 / 64);
  float largest = 0.0F;
  for (const float v : graph.parameter("fc.weight").values) largest = std::max(largest, std::fabs(v));
  EXPECT_LE(largest, 0.125F);
  EXPECT_GT(largest, 0.12F);
  EXPECT_EQ(graph.parameter("bn1.weight").values, std::vector<float>(16, 1.0F));
  EXPECT_EQ(graph.parameter("bn1.running_var").values, std::vector<float>(16, 1.0F));
  EXPECT_EQ(graph.parameter("bn1.bias").values, std::vector<float>(16, 0.0F));
  EXPECT_EQ(make_architecture("cifar_resnet20", 10, 3).parameters, graph.parameters);
  EXPECT_NE(make_architecture("cifar_resnet20", 10, 4).parameters, graph.parameters);
}

TEST(Architectures, WithoutConvolutionsTheLogitsAreTheBias) {
  Graph graph = make_architecture("cifar_resnet8", 10, 5);
  for (auto& [name, tensor] : graph.parameters) {
    if (name.find("conv") != std::string::npos || name.find("downsample.0") != std::string::npos) {
      tensor.values.assign(tensor.values.size(), 0.0F);
    }
  }
  const std::vector<double> logits = test::reference_logits(graph, std::vector<float>(3072, 0.7F));
  for (std::size_t c = 0; c < 10; ++c) {
    EXPECT_FLOAT_EQ(static_cast<float>(logits[c]), graph.parameter("fc.bias").values[c]);
  }
}

TEST(Architectures, ListTheNamesForAnUnknownOne) {
  EXPECT_THAT(
      test::error_of([] { make_architecture("resnet51", 10, 0); }),
      HasSubstr("architecture 'resnet51' is not known, expected one of cifar_resnet8, cifar_resnet14"));
  EXPECT_THAT(test::error_of([] { make_architecture("cifar_resnet21", 10, 0); }),
              HasSubstr("must be 6 b + 2"));
  EXPECT_THAT(test::error_of([] { make_architecture("lenet", 1, 0); }), HasSubstr("1 classes, expected 2"));
}

}  // namespace
}  // namespace certus
