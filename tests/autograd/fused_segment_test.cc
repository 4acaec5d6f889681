#include "certus/autograd/fused_segment.h"

#include <ATen/Parallel.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "certus/base/error.h"
#include "certus/engine_torch/torch_module.h"
#include "certus/engine_torch/torch_threads.h"
#include "certus/kernels/kernel_support.h"
#include "support/lively_network.h"
#include "support/training_pass.h"

namespace certus {
namespace {

using test::noise_images;
using test::training_pass;
using test::TrainingPass;
using Kernels = TorchModule::Kernels;

class FusedSegmentTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!avx512_is_supported()) GTEST_SKIP() << "this processor has no AVX-512: nothing is fused";
    set_torch_threads(2);
  }
};

/// Three units: Winograd's, one with a sum, and one with stride 2 that is oneDNN's.
Graph small_graph(const Shape& image) {
  Graph graph;
  const auto conv = [&](const std::string& name, NodeId x, Shape weight, std::int64_t stride) {
    const at::Tensor values = 0.1 * noise_images(weight[0], {weight[1], 3, 3}, graph.nodes().size());
    graph.parameters[name] = {weight, {values.data_ptr<float>(), values.data_ptr<float>() + values.numel()}};
    const auto channels = static_cast<std::size_t>(weight[0]);
    for (const auto& [part, value] :
         {std::pair{".weight", 1.0F}, {".bias", 0.0F}, {".running_mean", 0.0F}, {".running_var", 1.0F}})
      graph.parameters["bn_" + name + part] = {{weight[0]}, std::vector<float>(channels, value)};
    const NodeId y = graph.add(
        name,
        ConvOp{.window = {.kernel = {3, 3}, .stride = {stride, stride}, .pad = {1, 1, 1, 1}}, .weight = name},
        {x});
    return graph.add("bn_" + name,
                     BatchNormOp{.weight = "bn_" + name + ".weight",
                                 .bias = "bn_" + name + ".bias",
                                 .running_mean = "bn_" + name + ".running_mean",
                                 .running_var = "bn_" + name + ".running_var"},
                     {y});
  };
  const NodeId x = graph.add("x", InputOp{image});
  const NodeId a = graph.add("relu_a", ReluOp{}, {conv("a", x, {16, image[0], 3, 3}, 1)});
  const NodeId sum = graph.add("sum", ArithmeticOp{}, {conv("b", a, {16, 16, 3, 3}, 1), a});
  const NodeId b = graph.add("relu_b", ReluOp{}, {sum});
  const NodeId c = graph.add("relu_c", ReluOp{}, {conv("c", b, {32, 16, 3, 3}, 2)});
  const NodeId flat = graph.add("flat", ReshapeOp{{32}}, {graph.add("pool", GlobalAveragePoolOp{}, {c})});
  graph.parameters["linear"] = {{3, 32}, std::vector<float>(96, 0.1F)};
  for (std::size_t i = 0; i < 96; i += 5) graph.parameters["linear"].values[i] = -0.4F;
  graph.add("linear", LinearOp{.weight = "linear"}, {flat});
  return graph;
}

void expect_same_bits(const TrainingPass& found, const TrainingPass& expected) {
  EXPECT_TRUE(found.logits.equal(expected.logits));
  for (const auto& [name, gradient] : expected.gradients)
    EXPECT_TRUE(found.gradients.at(name).equal(gradient)) << name;
  for (const auto& [name, value] : expected.parameters)
    EXPECT_TRUE(found.parameters.at(name).equal(value)) << name;
}

TEST_F(FusedSegmentTest, GivesTheSameBitsWithFewerThreadsThanAskedFor) {
  const Graph graph = small_graph({3, 8, 8});
  at::set_num_threads(2);
  const TrainingPass expected = training_pass(graph, Kernels::kFused, 7);
#pragma omp teams num_teams(1) thread_limit(1)
  {
    at::set_num_threads(2);
    expect_same_bits(training_pass(graph, Kernels::kFused, 7), expected);
  }
}

TEST_F(FusedSegmentTest, GivesTheSameBitsWhereThePassBackIsInsideAParallelRegion) {
  const Graph graph = small_graph({3, 8, 8});
  const TrainingPass expected = training_pass(graph, Kernels::kFused, 7);
  TorchModule module(graph, at::kCPU);
  module.enable_gradients();
  const at::Tensor logits = module.forward(noise_images(7, {3, 8, 8}, 4), NetworkMode::kTrain);
#pragma omp parallel num_threads(2)
#pragma omp single
  logits.backward(test::some_gradient(logits));
  for (const auto& [name, gradient] : expected.gradients)
    EXPECT_TRUE(module.learned().at(name).grad().equal(gradient)) << name;
}

TEST_F(FusedSegmentTest, ThrowsWhatItsThreadsThrow) {
  const Graph graph = small_graph({3, 8, 8});
  TensorMap parameters = TorchModule(graph, at::kCPU).parameters();
  parameters.erase("bn_a.running_mean");
  const ExecutionPlan plan = ExecutionPlan::fused(graph, NetworkMode::kTrain);
  EXPECT_THROW(plan.run(parameters, noise_images(7, {3, 8, 8}, 4), NetworkMode::kTrain), std::out_of_range);
}

TEST_F(FusedSegmentTest, RefusesToTrainOnOneValueOfAChannel) {
  for (const Kernels kernels : {Kernels::kFused, Kernels::kLibtorch}) {
    const TorchModule module(small_graph({3, 2, 2}), at::kCPU, kernels);  // 1x1 after the stride
    module.forward(noise_images(2, {3, 2, 2}, 4), NetworkMode::kTrain);
    try {
      module.forward(noise_images(1, {3, 2, 2}, 4), NetworkMode::kTrain);
      ADD_FAILURE() << "nothing was thrown";
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), ::testing::HasSubstr("'bn_c.weight'"));
      EXPECT_THAT(error.what(), ::testing::HasSubstr("expected more than 1 value per channel when training"));
    }
    EXPECT_TRUE(module.parameters().at("bn_c.running_var").isfinite().all().item<bool>());
  }
}

/// libtorch calls a tensor contiguous whatever the stride of an axis with one element.
TEST_F(FusedSegmentTest, DoesNotTrustTheStrideOfAnAxisWithOneElement) {
  for (const Shape& image : {Shape{3, 9, 1}, Shape{3, 1, 9}}) {
    const TorchModule module(small_graph(image), at::kCPU);
    const at::Tensor plain = noise_images(4, image, 4);
    std::vector<std::int64_t> strides = plain.strides().vec();
    strides[image[2] == 1 ? 3 : 2] = 5;
    const at::Tensor odd = plain.as_strided(plain.sizes(), strides);
    ASSERT_TRUE(odd.is_contiguous());
    const auto run = [&](at::Tensor images) {
      images = images.detach().set_requires_grad(true);
      const at::Tensor logits = module.forward(images, NetworkMode::kTrain);
      logits.backward(test::some_gradient(logits));
      return std::pair{logits.detach(), images.grad()};
    };
    const auto [logits, gradient] = run(odd);
    const auto [expected_logits, expected_gradient] = run(plain);
    EXPECT_TRUE(logits.equal(expected_logits));
    EXPECT_TRUE(gradient.equal(expected_gradient));
  }
}

/// The values before relus, in double precision.
std::vector<at::Tensor> before_relus(const Graph& graph, const at::Tensor& images) {
  const TorchModule module(graph, at::kCPU);
  TensorMap parameters;
  for (const auto& [name, tensor] : module.parameters()) parameters[name] = tensor.to(at::kDouble);
  std::vector<at::Tensor> values, found;
  for (const Node& node : graph.nodes()) {
    std::vector<at::Tensor> inputs;
    if (node.inputs.empty()) inputs.push_back(images.to(at::kDouble));
    for (const NodeId id : node.inputs) inputs.push_back(values[static_cast<std::size_t>(id)]);
    if (std::holds_alternative<ReluOp>(node.operation)) found.push_back(inputs[0]);
    values.push_back(execute_operation(node, parameters, inputs, NetworkMode::kTrain, false));
  }
  return found;
}

/// Images with which no relu is so near to zero that rounding would decide about a gradient.
std::uint64_t seed_with_clear_signs(const Graph& graph, std::int64_t rows) {
  const auto is_clear = [](const at::Tensor& z) { return z.abs().min().item<double>() > 1e-4; };
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto values = before_relus(graph, noise_images(rows, graph.input_shape(), seed));
    if (std::ranges::all_of(values, is_clear)) return seed;
  }
  ADD_FAILURE() << "none of 40 seeds gives clear signs";
  return 0;
}

TEST_F(FusedSegmentTest, StopsGradientsWhereARelusInputIsNegative) {
  const Graph graph = small_graph({3, 8, 8});
  const std::uint64_t seed = seed_with_clear_signs(graph, 2);
  for (const at::Tensor& z : before_relus(graph, noise_images(2, graph.input_shape(), seed))) {
    const double positive = z.gt(0).to(at::kDouble).mean().item<double>();
    EXPECT_GT(positive, 0.2);
    EXPECT_LT(positive, 0.8);
  }
  test::expect_equal_passes(graph, 2, "mixed signs", seed);
}

TEST_F(FusedSegmentTest, TrainsOnOneRow) {
  test::expect_equal_passes(test::with_decided_relus(small_graph({3, 32, 32})), 1, "one row");
}

TEST_F(FusedSegmentTest, TrainsOnLargerImages) {
  test::expect_equal_passes(test::with_decided_relus(small_graph({3, 64, 64})), 3, "64x64");
}

TEST(SetTorchThreads, AsksForNoMoreThanOpenMPGrants) {
#pragma omp teams num_teams(1) thread_limit(1)
  {
    set_torch_threads(2);
    EXPECT_EQ(at::get_num_threads(), 1);
  }
  set_torch_threads(2);
  EXPECT_EQ(at::get_num_threads(), 2);
}

TEST(WithoutAvx512Test, LibtorchComputesEverything) {
  const Graph graph = small_graph({3, 8, 8});
  const TrainingPass expected = training_pass(graph, Kernels::kLibtorch, 5);
  const bool before = avx512_is_supported();
  {
    const WithoutAvx512 guard;
    EXPECT_FALSE(avx512_is_supported());
    for (const Segment& segment : conv_segments(graph, NetworkMode::kTrain))
      EXPECT_TRUE(segment.units.empty());
    expect_same_bits(training_pass(graph, Kernels::kFused, 5), expected);
  }
  EXPECT_EQ(avx512_is_supported(), before);
}

}  // namespace
}  // namespace certus
