// Every engine against a reference, on the same noisy images.

#include <algorithm>
#include <cmath>
#include <functional>

#include "certus/engine_onednn/float_program.h"
#include "certus/engine_onednn/onednn_engine.h"
#include "certus/model/architectures.h"
#include "certus/model/network_builder.h"
#include "certus/model/onnx_read.h"
#include "certus/noise/gaussian.h"
#include "support/fitted_norms.h"
#include "support/lively_norms.h"
#include "support/onnx_fixtures.h"
#include "support/programs.h"
#include "support/prototype_head.h"
#include "support/reference_evaluator.h"
#ifdef CERTUS_WITH_TORCH
#include "certus/engine_torch/torch_engine.h"
#endif

namespace certus {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr float kSigma = 0.5F;

std::vector<float> logits_of(NetworkEngine& engine, std::span<const float> images) {
  const auto classes = static_cast<std::size_t>(engine.info().num_classes);
  std::vector<float> logits(images.size() / engine.info().shape.size() * classes);
  engine.logits(images, logits);
  return logits;
}

/// The definition, in double: for networks small enough for it.
std::vector<float> defined_logits(const Graph& graph, std::span<const float> images) {
  const auto pixels = static_cast<std::size_t>(element_count(graph.input_shape()));
  std::vector<float> logits;
  for (std::size_t at = 0; at < images.size(); at += pixels) {
    for (const double logit : test::reference_logits(graph, images.subspan(at, pixels))) {
      logits.push_back(static_cast<float>(logit));
    }
  }
  return logits;
}

/// How far an engine may be from the reference.
struct Tolerance {
  double logits;         ///< largest |difference| as a share of the largest |logit|
  double changed_votes;  ///< share of draws
};

/// float32: rounding. Measured: logits 1e-7 to 4e-5 (110 layers), no vote.
constexpr Tolerance kFloat32{.logits = 1e-4, .changed_votes = 1e-4};
/// int8 computes another network, by rounding to bytes. Measured: logits up to 0.09, up to 7 % of the votes
/// of networks that were never trained, whose classes are near each other; how many change for trained ones
/// is measured on real data.
constexpr Tolerance kInt8{.logits = 0.15, .changed_votes = 0.1};

/// Whether what an engine found is within the tolerance; says by how much it is not. The one comparison of
/// all tests here.
::testing::AssertionResult agrees(const std::vector<float>& found, const std::vector<float>& expected,
                                  std::int64_t classes, const Tolerance& tolerance) {
  if (found.size() != expected.size() || found.empty()) {
    return ::testing::AssertionFailure() << found.size() << " logits, expected " << expected.size();
  }
  const auto width = static_cast<std::size_t>(classes);
  double difference = 0.0, largest = 0.0;
  std::size_t changed = 0;
  for (std::size_t at = 0; at < expected.size(); at += width) {
    const auto here = std::span(found).subspan(at, width), there = std::span(expected).subspan(at, width);
    if (vote_of(here) != vote_of(there)) ++changed;
    for (std::size_t c = 0; c < width; ++c) {
      if (!std::isfinite(here[c])) return ::testing::AssertionFailure() << "logit " << here[c];
      difference = std::max(difference, std::abs(double{here[c]} - double{there[c]}));
      largest = std::max(largest, std::abs(double{there[c]}));
    }
  }
  const double error = difference / largest;
  const std::size_t draws = expected.size() / width;
  const double share = static_cast<double>(changed) / static_cast<double>(draws);
  const bool is_within = error <= tolerance.logits && share <= tolerance.changed_votes;
  return (is_within ? ::testing::AssertionSuccess() : ::testing::AssertionFailure())
         << "logits differ by " << error << ", allowed " << tolerance.logits << "; " << changed << " of "
         << draws << " votes differ, allowed share " << tolerance.changed_votes;
}

bool is_large(const Graph& graph) {
  return flop_count(graph) > 1'000'000'000;
}

struct TestedEngine {
  std::string name;
  Tolerance tolerance;
  std::function<std::unique_ptr<NetworkEngine>(const Graph&)> make;
};

std::unique_ptr<NetworkEngine> make_float32(const Graph& graph) {
  return make_onednn_engine(make_onednn_network(graph, 2));
}
std::unique_ptr<NetworkEngine> make_int8(const Graph& graph) {
  const std::int64_t images = is_large(graph) ? 1 : 32;
  return make_onednn_engine(
      make_int8_network(graph, test::picture_calibration(graph, double{kSigma}, images), 2));
}

const std::vector<TestedEngine> kEngines{
    {"onednn f32", kFloat32, make_float32},
    {"onednn int8", kInt8, make_int8},
#ifdef CERTUS_WITH_TORCH
    {"torch", kFloat32, [](const Graph& graph) { return make_torch_engine(graph, {.micro_batch = 2}); }},
#endif
};

/// A network of the field, with normalization, as after some training: norms fit the numbers that they get,
/// and the last layer tells pictures apart. Large ones are as they were drawn, with norms that do something.
Graph architecture(const std::string& name) {
  Graph graph = make_architecture(name, 10, 1);
  if (graph.input_shape()[0] == 3) {
    graph = with_normalization(graph, {0.4914F, 0.4822F, 0.4465F}, {0.2023F, 0.1994F, 0.2010F});
  }
  if (is_large(graph)) return test::with_lively_norms(std::move(graph));
  return test::with_prototype_head(test::with_fitted_norms(std::move(graph), kSigma), kSigma);
}

TEST(EngineAgreement, EveryEngineIsTheOneWeThinkItIs) {
  const Graph graph = make_architecture("lenet", 10, 1);
  EXPECT_THAT(make_float32(graph)->info().name, StartsWith("onednn "));
  EXPECT_EQ(make_float32(graph)->info().precision, "float32");
  EXPECT_THAT(make_int8(graph)->info().name, StartsWith("onednn, integers"));
  EXPECT_THAT(make_int8(graph)->info().precision, StartsWith("int8, scales sha256 "));
#ifdef CERTUS_WITH_TORCH
  EXPECT_EQ(kEngines.back().name, "torch");
  EXPECT_THAT(kEngines.back().make(graph)->info().name, StartsWith("torch "));
#endif
}

TEST(EngineAgreement, ExportsGiveWhatTheirOperationsSay) {
  for (const test::OnnxFixture& fixture : test::onnx_fixtures()) {
    const Graph graph = read_onnx(fixture.files.front());
    const auto images = test::noisy_pictures(graph.input_shape(), 50, kSigma, 4);
    const auto expected = defined_logits(graph, images);
    for (const TestedEngine& engine : kEngines) {
      EXPECT_TRUE(
          agrees(logits_of(*engine.make(graph), images), expected, graph.output_shape()[0], engine.tolerance))
          << fixture.name << " by " << engine.name;
    }
  }
}

TEST(EngineAgreement, SmallArchitecturesGiveWhatTheirOperationsSay) {
  for (const char* name : {"lenet", "cifar_resnet8", "cifar_resnet14"}) {
    const Graph graph = architecture(name);
    const auto images = test::noisy_pictures(graph.input_shape(), 10, kSigma, 2);
    const auto expected = defined_logits(graph, images);
    for (const TestedEngine& engine : kEngines) {
      EXPECT_TRUE(agrees(logits_of(*engine.make(graph), images), expected, 10, engine.tolerance))
          << name << " by " << engine.name;
    }
  }
}

#ifdef CERTUS_WITH_TORCH
/// Weights that were never trained amplify what is rounded with every layer: from 8 to 110 layers forty times
/// in float32, and the bytes of deeper networks than these say little about trained ones.
bool is_too_deep_for_int8(const std::string& name) {
  return name.starts_with("cifar_resnet") && std::stoi(name.substr(12)) > 20;
}

TEST(EngineAgreement, ArchitecturesGiveWhatLibtorchComputes) {
  for (const std::string& name : architecture_names()) {
    const Graph graph = architecture(name);
    const std::int64_t draws = std::clamp<std::int64_t>(10'000'000'000 / flop_count(graph), 20, 200);
    const auto images = is_large(graph) ? test::noisy_pictures(graph.input_shape(), 2, kSigma)
                                        : test::noisy_pictures(graph.input_shape(), 10, kSigma,
                                                               static_cast<std::size_t>(draws / 10));
    const auto expected = logits_of(*kEngines.back().make(graph), images);
    EXPECT_TRUE(agrees(logits_of(*make_float32(graph), images), expected, 10, kFloat32)) << name;
    if (is_too_deep_for_int8(name)) continue;
    EXPECT_TRUE(agrees(logits_of(*make_int8(graph), images), expected, 10, kInt8)) << name;
  }
}

TEST(EngineAgreement, TenThousandDrawsVoteAsTheyDoByLibtorch) {
  const Graph graph = architecture("cifar_resnet8");
  const ByteDataset pictures = test::block_pictures(graph.input_shape(), 10);
  const auto votes_of = [&](Engine& engine) {
    std::vector<int> votes(10'000);
    for (std::size_t i = 0; i < 10; ++i) {
      engine.classify(pictures.get(static_cast<std::int64_t>(i)).view(), kSigma, {.seed = 4, .image = i}, 0,
                      std::span(votes).subspan(i * 1'000, 1'000));
    }
    return votes;
  };
  const auto expected = votes_of(*make_torch_engine(graph));
  for (int c = 0; c < 10; ++c) EXPECT_LT(std::count(expected.begin(), expected.end(), c), 4'000);
  for (const TestedEngine& engine : {kEngines[0], kEngines[1]}) {
    const auto votes = votes_of(*engine.make(graph));
    std::size_t changed = 0;
    for (std::size_t i = 0; i < votes.size(); ++i) changed += votes[i] != expected[i] ? 1U : 0U;
    EXPECT_LE(static_cast<double>(changed), engine.tolerance.changed_votes * 10'000.0) << engine.name;
  }
}
#endif

/// Normalization, a block with its input as shortcut, one with a projection, and a linear layer that sees
/// pixels: every part of a lowering matters.
Graph residual_network() {
  NetworkBuilder b({3, 8, 8}, 2);
  const auto norm_conv = [&](const std::string& name, NodeId x, std::int64_t out, std::int64_t kernel,
                             std::int64_t stride) {
    return b.batch_norm(name + "_bn", b.conv(name, x, out, kernel, stride, kernel / 2, Init::kFanInUniform));
  };
  const auto sum = [&](NodeId x, NodeId y) {
    return b.relu("relu", b.graph.add("sum", ArithmeticOp{}, {x, y}));
  };
  NodeId x = b.graph.add("norm", NormalizeOp{{0.5F, 0.25F, 0.4F}, {0.2F, 0.5F, 0.25F}}, {b.input()});
  x = b.relu("relu", norm_conv("conv1", x, 16, 3, 1));
  x = sum(norm_conv("conv3", b.relu("relu", norm_conv("conv2", x, 16, 3, 1)), 16, 3, 1), x);
  const NodeId main = norm_conv("conv5", b.relu("relu", norm_conv("conv4", x, 24, 3, 2)), 24, 3, 1);
  x = sum(norm_conv("shortcut", x, 24, 1, 2), main);
  b.linear("fc", b.flatten("flat", x), 10);
  return test::with_lively_norms(b.graph);
}

LoweredStep& step_of(LoweredNetwork& network, const std::string& node) {
  return *std::find_if(network.steps.begin(), network.steps.end(),
                       [&](const LoweredStep& step) { return network.graph.node(step.node).name == node; });
}

/// Normalization as part of the first convolution: right but for the borders.
void fold_normalization(LoweredNetwork& network) {
  LoweredStep& step = step_of(network, "conv1");
  const std::size_t count = step.weight.values.size() / step.bias.size();
  const std::size_t taps = count / network.mean.size();
  for (std::size_t i = 0; i < step.weight.values.size(); ++i) {
    const std::size_t channel = i % count / taps;
    step.weight.values[i] /= network.deviation[channel];
    step.bias[i / count] -= step.weight.values[i] * network.mean[channel];
  }
  network.mean.clear();
  network.deviation.clear();
}

void forget_the_order_of_columns(LoweredNetwork& network) {
  LoweredStep& step = step_of(network, "fc");
  step.weight = network.graph.parameter(std::get<LinearOp>(network.graph.node(step.node).operation).weight);
}

TEST(EngineAgreement, ABrokenLoweringIsCaught) {
  const Graph graph = residual_network();
  const auto images = test::noisy_pictures(graph.input_shape(), 10, kSigma, 2);
  const auto expected = defined_logits(graph, images);
  const auto agrees_with = [&](const LoweredNetwork& network) {
    const auto program = std::make_shared<const Program>(make_float_program(network));
    return agrees(test::program_logits(program, images), expected, 10, kFloat32);
  };
  const LoweredNetwork whole = lower(graph);
  ASSERT_EQ(whole.steps.size(), 7U);
  EXPECT_TRUE(agrees_with(whole));

  using Break = std::function<void(LoweredNetwork&)>;
  const std::vector<std::pair<std::string, Break>> breaks{
      {"a residual is dropped", [](LoweredNetwork& n) { step_of(n, "conv3").residual.reset(); }},
      {"the residual of a projection is dropped",
       [](LoweredNetwork& n) { step_of(n, "shortcut").residual.reset(); }},
      {"an activation is dropped", [](LoweredNetwork& n) { step_of(n, "conv2").activation.reset(); }},
      {"the activation of a sum is dropped",
       [](LoweredNetwork& n) { step_of(n, "conv3").activation.reset(); }},
      {"an activation is too much", [](LoweredNetwork& n) { step_of(n, "conv5").activation = Activation{}; }},
      {"an activation ends", [](LoweredNetwork& n) { step_of(n, "conv2").activation = Activation{0.5F}; }},
      {"input and residual are swapped",
       [](LoweredNetwork& n) { std::swap(step_of(n, "conv3").inputs[0], *step_of(n, "conv3").residual); }},
      {"another input is read",
       [](LoweredNetwork& n) { step_of(n, "conv4").inputs[0] = step_of(n, "conv1").output; }},
      {"the columns keep their order", forget_the_order_of_columns},
      {"normalization is folded under padding", fold_normalization},
      {"normalization is forgotten",
       [](LoweredNetwork& n) {
         n.mean.clear();
         n.deviation.clear();
       }},
      {"a bias is as before the norm",
       [](LoweredNetwork& n) { std::fill_n(step_of(n, "conv4").bias.begin(), 24, 0.0F); }},
      {"one bias is stale", [](LoweredNetwork& n) { step_of(n, "conv5").bias[7] = 0.0F; }},
      {"two channels change places",
       [](LoweredNetwork& n) {
         auto& weight = step_of(n, "conv2").weight.values;
         std::swap_ranges(weight.begin(), weight.begin() + 144, weight.begin() + 144);
       }},
  };
  for (const auto& [what, change] : breaks) {
    LoweredNetwork broken = whole;
    change(broken);
    EXPECT_FALSE(agrees_with(broken)) << what;
  }
}

}  // namespace
}  // namespace certus
