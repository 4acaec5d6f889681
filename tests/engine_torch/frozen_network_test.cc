#include "certus/engine_torch/frozen_network.h"

#include <c10/core/InferenceMode.h>
#include <gtest/gtest.h>
#include <torch/csrc/autograd/autograd.h>

#include "certus/engine_torch/torch_threads.h"
#include "certus/model/architectures.h"
#include "support/lively_network.h"

namespace certus {
namespace {

using Mode = TorchModule::Mode;
using test::noise_images;
using test::relative_difference;
using test::with_decided_relus;

constexpr double kTolerance = 1e-5;

struct Result {
  at::Tensor logits, gradient;
};

template <typename Network>
Result result_of(const Network& network, at::Tensor images) {
  images = images.detach().set_requires_grad(true);
  const at::Tensor logits = network(images);
  const at::Tensor gradient =
      torch::autograd::grad({logits}, {images}, {test::some_gradient(logits.detach())})[0];
  return {logits.detach(), gradient};
}

void expect_equal(const TorchModule& module, const FrozenNetwork& frozen, std::int64_t rows) {
  const at::Tensor images = noise_images(rows, module.structure().input_shape(), 3);
  const Result found = result_of([&](const at::Tensor& x) { return frozen.forward(x); }, images);
  const Result expected =
      result_of([&](const at::Tensor& x) { return module.forward(x, Mode::kEval); }, images);
  EXPECT_LT(relative_difference(found.logits, expected.logits), kTolerance);
  EXPECT_LT(relative_difference(found.gradient, expected.gradient), kTolerance);
}

/// Running statistics that fit the images, as training leaves them.
void settle(TorchModule& module) {
  const c10::InferenceMode guard;
  for (std::uint64_t i = 0; i < 40; ++i)
    module.forward(noise_images(8, module.structure().input_shape(), 10 + i), Mode::kTrain);
}

TEST(FrozenNetwork, EqualsTheModuleInEvalMode) {
  set_torch_threads(2);
  for (const char* name : {"cifar_resnet8", "cifar_resnet20", "lenet"}) {
    SCOPED_TRACE(name);
    TorchModule module(with_decided_relus(make_architecture(name, 10, 1)), at::kCPU);
    module.enable_gradients();
    FrozenNetwork frozen(module);
    settle(module);
    frozen.refresh();
    for (const std::int64_t rows : {1, 2, 7, 33}) expect_equal(module, frozen, rows);
  }
}

TEST(FrozenNetwork, KeepsItsWeightsUntilRefreshed) {
  TorchModule module(with_decided_relus(make_architecture("cifar_resnet8", 10, 1)), at::kCPU);
  FrozenNetwork frozen(module);
  const at::Tensor images = noise_images(3, {3, 32, 32}, 5);
  const at::Tensor before = frozen.forward(images);
  for (const auto& [name, tensor] : module.learned()) tensor.mul_(1.5);
  EXPECT_TRUE(frozen.forward(images).equal(before));
  frozen.refresh();
  EXPECT_FALSE(frozen.forward(images).equal(before));
  EXPECT_LT(relative_difference(frozen.forward(images), module.forward(images, Mode::kEval)), kTolerance);
}

TEST(FrozenNetwork, TakesGraphsThatNothingIsFusedFor) {
  Graph graph;
  graph.parameters["w"] = {{16, 3, 3, 3}, std::vector<float>(432, 0.05F)};
  graph.parameters["v"] = {{5, 16, 3, 3}, std::vector<float>(720, 0.03F)};
  graph.parameters["f"] = {{4, 5}, std::vector<float>(20, 0.5F)};
  const Window same{.kernel = {3, 3}, .pad = {1, 1, 1, 1}};
  NodeId x = graph.add("x", InputOp{{3, 8, 8}});
  x = graph.add("conv", ConvOp{.window = same, .weight = "w"}, {x});
  const NodeId relu = graph.add("relu", ReluOp{}, {x});
  x = graph.add("sigmoid", SigmoidOp{}, {relu});
  x = graph.add("sum", ArithmeticOp{}, {x, relu});
  x = graph.add("conv2", ConvOp{.window = same, .weight = "v"}, {x});
  x = graph.add("pool", GlobalAveragePoolOp{}, {x});
  x = graph.add("flat", ReshapeOp{{5}}, {x});
  graph.add("fc", LinearOp{.weight = "f"}, {x});
  const TorchModule module(graph, at::kCPU);
  expect_equal(module, FrozenNetwork(module), 9);
}

TEST(FrozenNetwork, GivesParametersNoGradients) {
  TorchModule module(make_architecture("cifar_resnet8", 10, 1), at::kCPU);
  module.enable_gradients();
  const FrozenNetwork frozen(module);
  EXPECT_FALSE(frozen.forward(noise_images(2, {3, 32, 32}, 5)).requires_grad());
  frozen.forward(noise_images(2, {3, 32, 32}, 5).set_requires_grad(true)).sum().backward();
  for (const auto& [name, tensor] : module.learned()) EXPECT_FALSE(tensor.grad().defined()) << name;
}

TEST(FrozenNetwork, TakesNoRowsToo) {
  TorchModule module(make_architecture("cifar_resnet8", 10, 1), at::kCPU);
  const FrozenNetwork frozen(module);
  const at::Tensor images = noise_images(0, {3, 32, 32}, 5).set_requires_grad(true);
  EXPECT_EQ(frozen.forward(images).sizes(), (std::vector<std::int64_t>{0, 10}));
}

}  // namespace
}  // namespace certus
