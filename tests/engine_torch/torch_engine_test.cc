#include "certus/engine_torch/torch_engine.h"

#include <cmath>
#include <thread>

#include "certus/kernels/kernel_support.h"
#include "certus/model/architectures.h"
#include "certus/model/onnx_read.h"
#include "certus/noise/gaussian.h"
#include "certus/smooth/vote_counter.h"
#include "support/lively_norms.h"
#include "support/onnx_fixtures.h"
#include "support/reference_evaluator.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using test::with_lively_norms;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::vector<double> torch_logits(const Graph& graph, const std::vector<float>& image) {
  const auto engine = make_torch_engine(graph);
  std::vector<float> logits(static_cast<std::size_t>(engine->info().num_classes));
  engine->logits(image, logits);
  return {logits.begin(), logits.end()};
}

std::vector<float> noise_image(const Shape& shape, std::uint64_t seed) {
  std::vector<float> image(static_cast<std::size_t>(element_count(shape)));
  fill_gaussian({.seed = seed}, 0, image);
  return image;
}

TEST(TorchEngine, IsTheEngineWeThinkItIs) {
  const auto engine = make_torch_engine(make_architecture("lenet", 10, 0));
  EXPECT_THAT(engine->info().name, StartsWith("torch "));
  EXPECT_THAT(engine->info().name, HasSubstr("cpu"));
  EXPECT_EQ(engine->info().precision, "float32");
  EXPECT_EQ(engine->info().shape, (ImageShape{1, 28, 28}));
}

TEST(TorchEngine, ComputesAsManyDrawsTogetherAsAsked) {
  const auto engine = make_torch_engine(make_architecture("lenet", 10, 0), {.micro_batch = 25});
  EXPECT_EQ(engine->info().micro_batch, 25);
  EXPECT_THAT(engine->info().name, HasSubstr("micro-batch 25"));
}

TEST(TorchEngine, AgreesWithThePlainEvaluatorOnArchitectures) {
  for (const char* name : {"lenet", "cifar_resnet8", "cifar_resnet20"}) {
    Graph graph = with_lively_norms(make_architecture(name, 10, 1));
    if (graph.input_shape()[0] == 3) {
      graph = with_normalization(graph, {0.4914F, 0.4822F, 0.4465F}, {0.2023F, 0.1994F, 0.2010F});
    }
    const auto image = noise_image(graph.input_shape(), 2);
    EXPECT_LT(test::logit_difference(torch_logits(graph, image), test::reference_logits(graph, image)), 1e-4)
        << name;
  }
}

TEST(TorchEngine, GivesPyTorchsLogitsForItsExports) {
  for (const test::OnnxFixture& fixture : test::onnx_fixtures()) {
    for (const auto& file : fixture.files) {
      const Graph graph = read_onnx(file);
      for (std::size_t i = 0; i < fixture.images.size(); ++i) {
        EXPECT_LT(test::logit_difference(torch_logits(graph, fixture.images[i]), fixture.logits[i]), 1e-4)
            << file;
      }
    }
  }
}

/// One graph that uses what exports rarely have: unequal padding of windows, every way to pad, constants of
/// more axes.
Graph odd_graph() {
  Graph graph;
  graph.parameters["w"] = {{4, 2, 3, 2}, noise_image({4, 2, 3, 2}, 3)};
  graph.parameters["c"] = {{4, 1, 1}, {1.0F, -2.0F, 0.5F, 3.0F}};
  graph.parameters["f"] = {{3, 8}, noise_image({3, 8}, 4)};
  NodeId x = graph.add("x", InputOp{{2, 9, 10}});
  x = graph.add("pad", PadOp{.mode = PadOp::Mode::kReflect, .before = {0, 2, 1}, .after = {0, 0, 3}}, {x});
  x = graph.add("edge", PadOp{.mode = PadOp::Mode::kEdge, .before = {0, 0, 2}, .after = {0, 1, 0}}, {x});
  x = graph.add("cut", PadOp{.before = {0, -1, 1}, .after = {0, 1, -2}, .value = 0.7F}, {x});
  x = graph.add(
      "conv",
      ConvOp{.window = {.kernel = {3, 2}, .stride = {1, 2}, .dilation = {2, 1}, .pad = {0, 1, 3, 2}},
             .weight = "w"},
      {x});
  x = graph.add(
      "max",
      MaxPoolOp{.window = {.kernel = {3, 3}, .stride = {2, 2}, .pad = {0, 1, 2, 0}}, .ceil_mode = true}, {x});
  const NodeId counted = graph.add(
      "avg", AveragePoolOp{.window = {.kernel = {2, 3}, .pad = {1, 0, 0, 2}}, .count_padding = true}, {x});
  const NodeId uncounted = graph.add(
      "avg2", AveragePoolOp{.window = {.kernel = {2, 3}, .pad = {1, 0, 0, 2}}, .count_padding = false}, {x});
  x = graph.add("div", ArithmeticOp{ArithmeticOp::Kind::kDiv}, {counted, graph.add("c", ConstantOp{"c"})});
  x = graph.add("mul", ArithmeticOp{ArithmeticOp::Kind::kMul}, {x, uncounted});
  x = graph.add("leaky", LeakyReluOp{0.2F}, {x});
  const NodeId mean =
      graph.add("mean", ReduceMeanOp{.axes = {2}, .keep_axes = false}, {x});  // channels x height
  x = graph.add("slice", SliceOp{.axis = 1, .start = 1, .stop = 6, .step = 2}, {x});
  x = graph.add("pool", GlobalAveragePoolOp{}, {x});
  x = graph.add("flat", ReshapeOp{{4}}, {x});
  const NodeId turned = graph.add("t", TransposeOp{{1, 0}}, {mean});   // height x channels
  const NodeId product = graph.add("mm", MatMulOp{}, {mean, turned});  // channels x channels
  const NodeId row = graph.add("row", ReduceMeanOp{.axes = {0}, .keep_axes = false}, {product});
  x = graph.add("cat", ConcatOp{.axis = 0}, {x, graph.add("sig", SigmoidOp{}, {row})});
  graph.add("fc", LinearOp{.weight = "f"}, {graph.add("clip", ClipOp{-1.5F, 2.5F}, {x})});
  return graph;
}

TEST(TorchEngine, AgreesOnWhatExportsRarelyHave) {
  const Graph graph = odd_graph();
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const auto image = noise_image(graph.input_shape(), 10 + seed);
    EXPECT_LT(test::logit_difference(torch_logits(graph, image), test::reference_logits(graph, image)), 1e-5)
        << seed;
  }
}

TEST(TorchEngine, VotesTheSameForAnyBatchAndThreads) {
  const Graph graph = with_lively_norms(make_architecture("cifar_resnet8", 10, 7));
  const std::vector<float> pixels(3072, 0.5F);
  const ImageView x{{3, 32, 32}, pixels};
  const auto votes = [&](int workers, std::int64_t batch) {
    std::vector<std::unique_ptr<Engine>> engines;
    for (int i = 0; i < workers; ++i) engines.push_back(make_torch_engine(graph));
    return VoteCounter(std::move(engines), batch).count(x, 1.0F, {.seed = 5}, 100, 333);
  };
  const Votes expected = votes(1, 400);
  EXPECT_GT(*std::max_element(expected.counts.begin(), expected.counts.end()), 0);
  EXPECT_EQ(votes(2, 400), expected);
  EXPECT_EQ(votes(2, 7), expected);
  EXPECT_EQ(votes(1, 64), expected);
}

TEST(TorchEngine, LogitsOfADrawAreTheSameBitsInAnyCompany) {
  const Graph graph = with_lively_norms(make_architecture("lenet", 10, 7));
  const auto engine = make_torch_engine(graph);
  const auto images = noise_image({70, 1, 28, 28}, 9);
  std::vector<float> all(700), alone(10), later(10);
  engine->logits(images, all);
  engine->logits(std::span(images).first(784), alone);
  EXPECT_TRUE(std::equal(alone.begin(), alone.end(), all.begin()));
  // The same slot of another micro-batch with other images around.
  engine->logits(std::span(images).subspan(64 * 784, 784), later);
  EXPECT_TRUE(std::equal(later.begin(), later.end(), all.begin() + 640));
}

TEST(TorchEngine, NamesAnUnknownOrMissingDevice) {
  const Graph graph = make_architecture("lenet", 10, 0);
  EXPECT_THAT(error_of([&] { make_torch_engine(graph, {.device = "abacus"}); }),
              HasSubstr("device 'abacus' is not known, expected cpu, cuda"));
  EXPECT_THAT(error_of([&] { make_torch_engine(graph, {.device = "hip"}); }), HasSubstr("device 'hip'"));
}

}  // namespace
}  // namespace certus
