#include "support/training_pass.h"

#include <gtest/gtest.h>

#include "support/lively_network.h"

namespace certus::test {
namespace {

using Kernels = TorchModule::Kernels;

/// The same in double precision: what both are compared with.
TrainingPass exact_pass(const Graph& graph, std::int64_t rows, std::uint64_t seed) {
  TrainingPass pass;
  const TorchModule module(graph, at::kCPU);
  for (const auto& [name, tensor] : module.parameters())
    pass.parameters[name] = tensor.to(at::kDouble).set_requires_grad(module.learned().contains(name));
  const at::Tensor logits = ExecutionPlan::by_operation(graph).run(
      pass.parameters, noise_images(rows, graph.input_shape(), seed).to(at::kDouble), NetworkMode::kTrain);
  logits.backward(some_gradient(logits).to(at::kDouble));
  pass.logits = logits.detach();
  for (const auto& [name, tensor] : module.learned()) pass.gradients[name] = pass.parameters.at(name).grad();
  return pass;
}

}  // namespace

TrainingPass training_pass(const Graph& graph, Kernels kernels, std::int64_t rows, std::uint64_t seed) {
  TorchModule module(graph, at::kCPU, kernels);
  module.enable_gradients();
  const at::Tensor logits =
      module.forward(noise_images(rows, graph.input_shape(), seed), NetworkMode::kTrain);
  logits.backward(some_gradient(logits));
  TrainingPass pass{.logits = logits.detach(), .parameters = module.parameters()};
  for (const auto& [name, tensor] : module.learned()) pass.gradients[name] = tensor.grad();
  return pass;
}

void expect_equal_passes(const Graph& graph, std::int64_t rows, const std::string& what, std::uint64_t seed) {
  constexpr double kTolerance = 1e-5;
  const TrainingPass fused = training_pass(graph, Kernels::kFused, rows, seed);
  const TrainingPass plain = training_pass(graph, Kernels::kLibtorch, rows, seed);
  const TrainingPass exact = exact_pass(graph, rows, seed);
  EXPECT_LT(relative_difference(fused.logits, plain.logits), kTolerance) << what;
  EXPECT_EQ(fused.gradients.size(), plain.gradients.size());
  const auto error = [](const at::Tensor& found, const at::Tensor& expected) {
    return ((found - expected).norm() / expected.norm()).item<double>();
  };
  for (const auto& [name, gradient] : exact.gradients) {
    ASSERT_TRUE(fused.gradients.at(name).defined()) << name;
    const double allowed = kTolerance + 2.0 * error(plain.gradients.at(name), gradient);
    EXPECT_LT(error(fused.gradients.at(name), gradient), allowed) << what << ' ' << name;
  }
  for (const auto& [name, parameter] : plain.parameters) {
    EXPECT_LT(relative_difference(fused.parameters.at(name).detach(), parameter.detach()), kTolerance)
        << what << ' ' << name;
  }
}

}  // namespace certus::test
