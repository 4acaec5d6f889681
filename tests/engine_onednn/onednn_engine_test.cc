#include "certus/engine_onednn/onednn_engine.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <thread>

#include "certus/kernels/onednn_runtime.h"
#include "certus/model/architectures.h"
#include "certus/model/network_builder.h"
#include "certus/model/onnx_read.h"
#include "certus/smooth/vote_counter.h"
#include "support/lively_norms.h"
#include "support/normals.h"
#include "support/onnx_fixtures.h"
#include "support/programs.h"
#include "support/prototype_head.h"
#include "support/reference_evaluator.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::AllOf;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::vector<double> onednn_logits(const Graph& graph, const std::vector<float>& image) {
  const auto engine = make_onednn_engine(make_onednn_network(graph, 3));
  std::vector<float> logits(static_cast<std::size_t>(engine->info().num_classes));
  engine->logits(image, logits);
  return {logits.begin(), logits.end()};
}

constexpr float kSigma = 2.0F;

/// A network whose votes under noise are not all the same, and an image for it.
Graph lively_resnet() {
  return test::with_prototype_head(test::with_lively_norms(make_architecture("cifar_resnet8", 10, 7)),
                                   kSigma);
}
const std::vector<float> kPixels(3072, 0.5F);
const ImageView kImage{{3, 32, 32}, kPixels};

/// In float32 and in int8.
std::vector<OnednnNetwork> both_networks(const Graph& graph, int micro_batch) {
  static const Calibration calibration = test::picture_calibration(lively_resnet());
  return {make_onednn_network(graph, micro_batch), make_int8_network(graph, calibration, micro_batch)};
}

std::vector<int> votes_of(const OnednnNetwork& network, std::uint64_t first, std::size_t draws) {
  std::vector<int> votes(draws);
  make_onednn_engine(network)->classify(kImage, kSigma, {.seed = 5}, first, votes);
  return votes;
}

TEST(OnednnEngine, IsTheEngineWeThinkItIs) {
  const OnednnNetwork network = make_onednn_network(make_architecture("lenet", 10, 0), 4);
  EXPECT_THAT(network.info.name, StartsWith("onednn " + onednn_version() + " (cpu "));
  EXPECT_THAT(network.info.name, HasSubstr(std::string(onednn_instruction_set())));
  EXPECT_EQ(network.info.precision, "float32");
  EXPECT_EQ(network.info.shape, (ImageShape{1, 28, 28}));
  EXPECT_EQ(network.info.num_classes, 10);
  EXPECT_EQ(network.info.micro_batch, 4);
  const auto engine = make_onednn_engine(network);
  EXPECT_EQ(engine->info().name, network.info.name);
}

TEST(OnednnEngine, Int8SaysWhichScalesAndNothingOfTheMachine) {
  const Graph graph = make_architecture("lenet", 10, 0);
  const Calibration calibration = test::picture_calibration(graph, 0.5, 2);
  const OnednnNetwork network = make_int8_network(graph, calibration, 4);
  EXPECT_THAT(network.info.name, AllOf(HasSubstr("integers"), Not(HasSubstr("avx"))));
  EXPECT_EQ(network.info.precision, "int8, scales sha256 " + digest_of(calibration));
}

TEST(OnednnEngine, GivesPyTorchsLogitsForItsExports) {
  for (const test::OnnxFixture& fixture : test::onnx_fixtures()) {
    for (const auto& file : fixture.files) {
      const Graph graph = read_onnx(file);
      for (std::size_t i = 0; i < fixture.images.size(); ++i) {
        EXPECT_LT(test::logit_difference(onednn_logits(graph, fixture.images[i]), fixture.logits[i]), 1e-4)
            << file << ' ' << make_onednn_network(graph, 1).info.name;
      }
    }
  }
}

TEST(OnednnEngine, AgreesWithThePlainEvaluatorOnArchitectures) {
  for (const char* name : {"lenet", "cifar_resnet8", "cifar_resnet20"}) {
    Graph graph = test::with_lively_norms(make_architecture(name, 10, 1));
    if (graph.input_shape()[0] == 3) {
      graph = with_normalization(graph, {0.4914F, 0.4822F, 0.4465F}, {0.2023F, 0.1994F, 0.2010F});
    }
    const auto image = test::normals(element_count(graph.input_shape()), 2);
    EXPECT_LT(test::logit_difference(onednn_logits(graph, image), test::reference_logits(graph, image)), 1e-4)
        << name;
  }
}

TEST(OnednnEngine, ChoosesAMicroBatchWhereNoneIsGiven) {
  const OnednnNetwork network = make_onednn_network(make_architecture("lenet", 10, 0));
  EXPECT_GE(network.info.micro_batch, 1);
  EXPECT_LE(network.info.micro_batch, 32);
}

TEST(OnednnEngine, EveryDrawVotesTheSameWithAnyMicroBatch) {
  const auto expected_networks = both_networks(lively_resnet(), 1);
  for (std::size_t precision = 0; precision < 2; ++precision) {
    const auto expected = votes_of(expected_networks[precision], 100, 120);
    EXPECT_GT(std::set(expected.begin(), expected.end()).size(), 3U);
    for (const int micro_batch : {2, 5, 8}) {
      const OnednnNetwork network = both_networks(lively_resnet(), micro_batch)[precision];
      EXPECT_EQ(votes_of(network, 100, 120), expected) << network.info.name << ' ' << micro_batch;
      // In another company, at another place.
      EXPECT_EQ(votes_of(network, 117, 1)[0], expected[17]);
    }
  }
}

TEST(OnednnEngine, LogitsAreTheSameBitsWithAnyMicroBatch) {
  const Graph graph = lively_resnet();
  const auto images = test::normals(11 * 3072, 9);
  for (std::size_t precision = 0; precision < 2; ++precision) {
    const auto logits = [&](int micro_batch) {
      std::vector<float> result(110);
      make_onednn_engine(both_networks(graph, micro_batch)[precision])->logits(images, result);
      return result;
    };
    const auto expected = logits(1);
    for (const int micro_batch : {2, 5, 8}) EXPECT_EQ(logits(micro_batch), expected) << micro_batch;
  }
}

TEST(OnednnEngine, WorkersOfOneNetworkGiveTheVotesOfOne) {
  for (const OnednnNetwork& network : both_networks(lively_resnet(), 3)) {
    const auto expected = votes_of(network, 0, 200);
    std::vector<int> left(100), right(100);
    std::thread one([&] { left = votes_of(network, 0, 100); });
    std::thread two([&] { right = votes_of(network, 100, 100); });
    one.join();
    two.join();
    left.insert(left.end(), right.begin(), right.end());
    EXPECT_EQ(left, expected) << network.info.name;

    std::vector<std::unique_ptr<Engine>> workers;
    for (int i = 0; i < 2; ++i) workers.push_back(make_onednn_engine(network));
    const Votes votes = VoteCounter(std::move(workers), 7).count(kImage, kSigma, {.seed = 5}, 0, 200);
    for (std::size_t c = 0; c < votes.counts.size(); ++c) {
      EXPECT_EQ(votes.counts[c], std::count(expected.begin(), expected.end(), static_cast<int>(c)));
    }
  }
}

/// Two convolutions of so many channels whose weights of 1e30 overflow: the second subtracts one infinity
/// from another, and what follows it is relu, clip or a max pooling.
Graph overflowing_network(std::int64_t channels, std::int64_t stride, const Operation& after) {
  NetworkBuilder b({channels, 8, 8}, 1);
  const NodeId x = b.relu("relu", b.conv("conv1", b.input(), channels, 3, 1, 1, Init::kFanInUniform));
  const NodeId y =
      b.graph.add("after", after, {b.conv("conv2", x, channels, 3, stride, 1, Init::kFanInUniform)});
  b.linear("fc", b.flatten("flat", y), 3);
  for (const char* name : {"conv1.weight", "conv2.weight"}) {
    auto& weight = b.graph.parameters.at(name).values;
    const bool is_first = name[4] == '1';
    for (std::size_t i = 0; i < weight.size(); ++i) weight[i] = is_first || i % 2 == 0 ? 1e30F : -1e30F;
  }
  return b.graph;
}

TEST(OnednnEngine, ADrawWhoseNumbersOverflowVotesForNothing) {
  for (const std::int64_t channels : {16, 3}) {
    for (const std::int64_t stride : {1, 2}) {
      for (const Operation& after :
           {Operation(ReluOp{}), Operation(ClipOp{0.0F, 6.0F}),
            Operation(MaxPoolOp{.window = {.kernel = {2, 2}}}), Operation(LeakyReluOp{})}) {
        const Graph graph = overflowing_network(channels, stride, after);
        const auto engine = make_onednn_engine(make_onednn_network(graph, 2));
        const std::vector<float> pixels(static_cast<std::size_t>(channels) * 64, 1e9F);
        std::vector<int> votes(5);
        engine->classify({{channels, 8, 8}, pixels}, 0.5F, {.seed = 1}, 0, votes);
        EXPECT_THAT(votes, Each(Engine::kNoVote))
            << channels << " channels, stride " << stride << ", " << operation_name(after);
      }
    }
  }
}

TEST(OnednnEngine, ItsNameSaysWhatFallsBack) {
  EXPECT_THAT(make_onednn_network(make_architecture("cifar_resnet8", 10, 1), 1).info.name,
              Not(HasSubstr("plain loops")));
  NetworkBuilder b({3, 8, 8}, 1);
  const NodeId x = b.graph.add("pool", AveragePoolOp{.window = {.kernel = {3, 3}}},
                               {b.graph.add("sigmoid", SigmoidOp{}, {b.input()})});
  b.linear("fc", b.flatten("flat", b.graph.add("slice", SliceOp{.axis = 1, .start = 1, .stop = 4}, {x})), 5);
  EXPECT_THAT(make_onednn_network(b.graph, 1).info.name,
              HasSubstr("plain loops for sigmoid, avgpool, slice)"));
}

TEST(OnednnEngine, RefusesWhatIsNoClassifier) {
  NetworkBuilder b({3, 8, 8}, 1);
  b.conv("conv", b.input(), 4, 3, 1, 1, Init::kFanInUniform);
  EXPECT_THAT(error_of([&] { make_onednn_network(b.graph, 1); }), HasSubstr("onednn engine"));
}

}  // namespace
}  // namespace certus
