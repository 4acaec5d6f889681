#include "certus/engine_torch/torch_module.h"

#include <gtest/gtest.h>

#include "certus/engine_torch/torch_threads.h"
#include "certus/model/architectures.h"
#include "support/lively_network.h"
#include "support/training_pass.h"

namespace certus {
namespace {

using Kernels = TorchModule::Kernels;
using Mode = TorchModule::Mode;
using test::expect_equal_passes;
using test::noise_images;
using test::training_pass;
using test::TrainingPass;
using test::with_decided_relus;

Graph normalized(const std::string& name) {
  return with_normalization(with_decided_relus(make_architecture(name, 10, 1)), {0.4914F, 0.4822F, 0.4465F},
                            {0.2023F, 0.1994F, 0.2010F});
}

TEST(TorchModule, FusedTrainingEqualsLibtorchs) {
  set_torch_threads(2);
  for (const char* name : {"cifar_resnet8", "cifar_resnet20"}) {
    expect_equal_passes(normalized(name), 21, name);
  }
  expect_equal_passes(with_decided_relus(make_architecture("lenet", 10, 1)), 5, "lenet");
}

/// Results that leave units half way, sums with what no unit gave or an earlier segment did, biases, windows
/// of every kind, and a value that three read.
Graph tangled_graph() {
  Graph graph;
  const auto weight = [&](const std::string& name, Shape shape) {
    const at::Tensor values = 0.2 * noise_images(shape[0], {shape[1], shape[2], shape[3]}, name.size());
    graph.parameters[name] = {shape, {values.data_ptr<float>(), values.data_ptr<float>() + values.numel()}};
  };
  weight("a", {16, 3, 3, 3});
  weight("bb", {32, 16, 1, 1});
  weight("ccc", {32, 32, 3, 3});
  weight("dddd", {32, 32, 5, 5});
  weight("eeeee", {16, 32, 3, 3});
  graph.parameters["bias"] = {{32}, std::vector<float>(32, 3.0F)};
  graph.parameters["linear"] = {{3, 16}, std::vector<float>(48, 0.1F)};
  for (std::size_t i = 0; i < 48; i += 5) graph.parameters["linear"].values[i] = -0.4F;
  const Window same{.kernel = {3, 3}, .pad = {1, 1, 1, 1}};
  const NodeId x = graph.add("x", InputOp{{3, 10, 11}});
  const NodeId a = graph.add("a", ConvOp{.window = same, .weight = "a"}, {x});
  const NodeId b = graph.add("b", ConvOp{.window = {.stride = {2, 2}}, .weight = "bb", .bias = "bias"}, {a});
  const NodeId c = graph.add("c", ConvOp{.window = same, .weight = "ccc"}, {b});
  const NodeId sum = graph.add("sum", ArithmeticOp{}, {b, c});
  const NodeId outside = graph.add("sigmoid", SigmoidOp{}, {sum});
  const NodeId d =
      graph.add("d", ConvOp{.window = {.kernel = {5, 5}, .pad = {2, 2, 2, 2}}, .weight = "dddd"}, {outside});
  const NodeId with_earlier = graph.add("with_earlier", ArithmeticOp{}, {d, sum});
  const NodeId with_outside = graph.add("with_outside", ArithmeticOp{}, {with_earlier, outside});
  const NodeId e = graph.add("e", ConvOp{.window = same, .weight = "eeeee"}, {with_outside});
  const NodeId pool = graph.add("pool", GlobalAveragePoolOp{}, {e});
  graph.add("linear", LinearOp{.weight = "linear"}, {graph.add("flat", ReshapeOp{{16}}, {pool})});
  return graph;
}

TEST(TorchModule, FusedTrainingEqualsLibtorchsWhereSegmentsAreTangled) {
  expect_equal_passes(tangled_graph(), 9, "tangled");
}

TEST(TorchModule, FusedTrainingIsTheSameBitsEveryTime) {
  set_torch_threads(2);
  const Graph graph = normalized("cifar_resnet8");
  const TrainingPass first = training_pass(graph, Kernels::kFused, 19);
  const TrainingPass second = training_pass(graph, Kernels::kFused, 19);
  EXPECT_TRUE(first.logits.equal(second.logits));
  for (const auto& [name, gradient] : first.gradients)
    EXPECT_TRUE(gradient.equal(second.gradients.at(name))) << name;
  for (const auto& [name, value] : first.parameters)
    EXPECT_TRUE(value.equal(second.parameters.at(name))) << name;
}

TEST(TorchModule, TwoPassesMayBeOpenAtOnce) {
  TorchModule module(normalized("cifar_resnet8"), at::kCPU);
  module.enable_gradients();
  const auto gradient_of = [&](bool both) {
    for (const auto& [name, tensor] : module.learned()) tensor.mutable_grad() = at::Tensor();
    const at::Tensor first = module.forward(noise_images(6, {3, 32, 32}, 1), Mode::kTrain).sin().sum();
    if (both) module.forward(noise_images(6, {3, 32, 32}, 2), Mode::kTrain);
    first.backward();
    return module.learned().at("layer1.0.conv1.weight").grad();
  };
  const at::Tensor alone = gradient_of(false);
  EXPECT_TRUE(gradient_of(true).equal(alone));
}

TEST(TorchModule, LearnsWeightsAndBiasesOnly) {
  const Graph graph = make_architecture("cifar_resnet8", 10, 0);
  TorchModule module(graph, at::kCPU);
  module.enable_gradients();
  std::int64_t count = 0;
  for (const auto& [name, tensor] : module.learned()) {
    EXPECT_TRUE(tensor.requires_grad() && tensor.is_leaf()) << name;
    count += tensor.numel();
  }
  EXPECT_EQ(count, trainable_count(graph));
  EXPECT_FALSE(module.learned().contains("bn1.running_mean"));
  EXPECT_FALSE(module.parameters().at("bn1.running_mean").requires_grad());
}

TEST(TorchModule, GivesItsGraphBackWithTheValuesOfNow) {
  const Graph graph = make_architecture("cifar_resnet8", 10, 0);
  const TorchModule module(graph, at::kCPU);
  EXPECT_EQ(module.graph().parameters, graph.parameters);
  EXPECT_EQ(module.graph().nodes().size(), graph.nodes().size());
  module.parameters().at("fc.bias").fill_(0.25);
  EXPECT_EQ(module.graph().parameter("fc.bias").values, std::vector<float>(10, 0.25F));
}

}  // namespace
}  // namespace certus
