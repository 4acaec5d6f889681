#include "certus/engine_onednn/integer_program.h"

#include <cmath>
#include <set>

#include "certus/engine_onednn/float_program.h"
#include "certus/engine_onednn/onednn_engine.h"
#include "certus/kernels/kernel_support.h"
#include "certus/kernels/onednn_runtime.h"
#include "certus/model/architectures.h"
#include "certus/model/network_builder.h"
#include "certus/model/onnx_read.h"
#include "support/lively_norms.h"
#include "support/onnx_fixtures.h"
#include "support/programs.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::shared_ptr<const Program> integer_program(const Graph& graph, const Calibration& calibration,
                                               IntegerKernels kernels = IntegerKernels::kFastest) {
  return std::make_shared<const Program>(
      make_integer_program(lower(graph), calibration.scales, calibration.image_range, kernels));
}

std::shared_ptr<const Program> float_program(const Graph& graph) {
  return std::make_shared<const Program>(make_float_program(lower(graph)));
}

std::set<std::string> kernels_of(const Program& program) {
  std::set<std::string> kernels;
  for (const ProgramStep& step : program.steps) kernels.insert(step.step->kernel());
  return kernels;
}

/// Every implementation, for every number of images and every place among them, has to give the bits of the
/// plain loops for one image.
void expect_the_same_bits_everywhere(const Graph& graph, std::int64_t images, const std::string& name) {
  const Calibration calibration = test::picture_calibration(graph, 0.5, 4);
  const auto fastest = integer_program(graph, calibration);
  std::shared_ptr<const Program> portable, library;
  {
    const WithoutAvx512 without;
    portable = integer_program(graph, calibration, IntegerKernels::kPortable);
    library = integer_program(graph, calibration);  // oneDNN instead of our kernels, where it is exact
  }
  const auto pixels = test::noisy_pictures(graph.input_shape(), static_cast<std::size_t>(images), 0.5F);
  const std::size_t size = pixels.size() / static_cast<std::size_t>(images);
  std::vector<float> expected;
  for (std::size_t i = 0; i < static_cast<std::size_t>(images); ++i) {
    const auto logits = test::program_logits(portable, std::span(pixels).subspan(i * size, size));
    expected.insert(expected.end(), logits.begin(), logits.end());
  }
  EXPECT_GT(std::set(expected.begin(), expected.end()).size(), 2U) << name;  // it says something
  const std::size_t classes = expected.size() / static_cast<std::size_t>(images);
  for (const auto& program : {fastest, library, portable}) {
    for (const std::size_t batch : {1U, 3U, 8U}) {
      if (std::cmp_greater(batch, images)) continue;
      // Batches that begin anywhere: every image gets into several places.
      for (std::size_t first = 0; first + batch <= static_cast<std::size_t>(images); ++first) {
        const auto logits =
            test::program_logits(program, std::span(pixels).subspan(first * size, batch * size));
        ASSERT_TRUE(std::equal(logits.begin(), logits.end(),
                               expected.begin() + static_cast<std::ptrdiff_t>(first * classes)))
            << name << ", images from " << first << ", " << batch << " together";
      }
      if (program == portable) break;  // the slow one, once
    }
  }
}

/// Every channel around zero on both sides, which is what signed bytes are for.
Graph signed_network() {
  NetworkBuilder b({3, 12, 12}, 4);
  const NodeId x = b.conv("conv1", b.input(), 16, 3, 1, 1, Init::kFanInUniform, true);
  const NodeId y = b.conv("conv2", x, 16, 3, 1, 1, Init::kFanInUniform, true);
  const NodeId sum =
      b.graph.add("sum", ArithmeticOp{}, {b.conv("conv3", y, 16, 3, 1, 1, Init::kFanInUniform), x});
  const NodeId strided =
      b.conv("conv4", b.max_pool("pool", sum, 2, 2, 0), 8, 3, 2, 1, Init::kFanInUniform, true);
  b.linear("fc", b.flatten("flat", strided), 10);
  return b.graph;
}

/// Padding, concatenation and a sigmoid: no integers for these.
Graph mixed_network() {
  NetworkBuilder b({3, 8, 8}, 5);
  const NodeId padded = b.graph.add(
      "pad", PadOp{.mode = PadOp::Mode::kReflect, .before = {0, 1, 1}, .after = {0, 1, 1}}, {b.input()});
  const NodeId one = b.relu("relu", b.conv("conv1", padded, 4, 3, 1, 0, Init::kFanInUniform, true));
  const NodeId two =
      b.graph.add("sigmoid", SigmoidOp{}, {b.conv("conv2", padded, 4, 3, 1, 0, Init::kFanInUniform)});
  const NodeId both = b.graph.add("concat", ConcatOp{.axis = 0}, {one, two});
  const NodeId leaky =
      b.graph.add("leaky", LeakyReluOp{0.1F}, {b.conv("conv3", both, 4, 3, 1, 1, Init::kFanInUniform)});
  const NodeId plain = b.relu("relu of leaky", leaky);
  b.linear("fc", b.flatten("flat", plain), 5);
  return b.graph;
}

TEST(IntegerProgram, GivesTheSameBitsWithEveryKernelForArchitectures) {
  for (const char* name : {"lenet", "cifar_resnet8", "cifar_resnet20"}) {
    expect_the_same_bits_everywhere(test::with_lively_norms(make_architecture(name, 10, 1)), 9, name);
  }
}

TEST(IntegerProgram, GivesTheSameBitsWithEveryKernelForImagesOfImagenet) {
  expect_the_same_bits_everywhere(test::with_lively_norms(make_architecture("resnet18", 10, 1)), 1,
                                  "resnet18");
}

TEST(IntegerProgram, GivesTheSameBitsWithEveryKernelForExports) {
  for (const test::OnnxFixture& fixture : test::onnx_fixtures()) {
    expect_the_same_bits_everywhere(read_onnx(fixture.files.front()), 9, fixture.name);
  }
}

TEST(IntegerProgram, GivesTheSameBitsWithEveryKernelForSignedBytes) {
  expect_the_same_bits_everywhere(signed_network(), 9, "signed");
  expect_the_same_bits_everywhere(mixed_network(), 9, "mixed");
}

/// What the integer Winograd asks of a processor.
bool processor_has_winograd() {
#if defined(__x86_64__)
  return vnni_is_supported() && __builtin_cpu_supports("avx512vbmi") != 0;
#else
  return false;
#endif
}

TEST(IntegerProgram, UsesTheKernelsItIsMeantTo) {
  const Graph graph = make_architecture("cifar_resnet8", 10, 1);
  const Calibration calibration = test::picture_calibration(graph, 0.5, 1);
  const auto portable = kernels_of(*integer_program(graph, calibration, IntegerKernels::kPortable));
  EXPECT_EQ(portable, (std::set<std::string>{"first layer", "portable", "pixel sum", "last layer"}));
  const auto fastest = kernels_of(*integer_program(graph, calibration));
  EXPECT_EQ(fastest.contains("portable"), !onednn_has_vnni());
  EXPECT_EQ(fastest.contains("winograd"), processor_has_winograd());
  const WithoutAvx512 without;
  EXPECT_FALSE(kernels_of(*integer_program(graph, calibration)).contains("winograd"));
}

/// |int8 - float32| of the logits as a share of their deviation from their mean: what votes depend on.
double relative_error(const Graph& graph) {
  const Calibration calibration = test::picture_calibration(graph, 0.5, 64);
  const auto images = test::noisy_pictures(graph.input_shape(), 50, 0.5F);
  const auto exact = test::program_logits(float_program(graph), images);
  const auto found = test::program_logits(integer_program(graph, calibration), images);
  const auto classes = static_cast<std::size_t>(graph.output_shape()[0]);
  double error = 0.0, spread = 0.0;
  for (std::size_t i = 0; i < exact.size(); i += classes) {
    double mean = 0.0;
    for (std::size_t c = 0; c < classes; ++c) mean += double{exact[i + c]} / static_cast<double>(classes);
    for (std::size_t c = 0; c < classes; ++c) {
      error += std::pow(double{found[i + c]} - double{exact[i + c]}, 2);
      spread += std::pow(double{exact[i + c]} - mean, 2);
    }
  }
  return std::sqrt(error / spread);
}

// Measured: 0.001 to 0.027.
TEST(IntegerProgram, LogitsAreNearThoseOfFloat32) {
  for (const char* name : {"lenet", "cifar_resnet8", "cifar_resnet20"}) {
    const double error = relative_error(test::with_lively_norms(make_architecture(name, 10, 1)));
    EXPECT_LT(error, 0.05) << name;
  }
  EXPECT_LT(relative_error(signed_network()), 0.05);
  EXPECT_LT(relative_error(mixed_network()), 0.05);
  for (const test::OnnxFixture& fixture : test::onnx_fixtures()) {
    EXPECT_LT(relative_error(read_onnx(fixture.files.front())), 0.05) << fixture.name;
  }
}

TEST(IntegerProgram, ClipsWhereTheNetworkDoes) {
  // Pixels of 9 through a copying convolution and a clip at 6, in a sum with a pixel of 0: 6 is what remains.
  NetworkBuilder b({1, 4, 4}, 1);
  const NodeId x = b.relu("relu", b.conv("copy", b.input(), 1, 1, 1, 0, Init::kFanInUniform));
  const NodeId y =
      b.graph.add("sum", ArithmeticOp{}, {b.conv("none", x, 1, 1, 1, 0, Init::kFanInUniform), x});
  const NodeId clipped = b.graph.add("clip", ClipOp{0.0F, 6.0F}, {y});
  b.linear("fc", b.flatten("flat", clipped), 2);
  b.graph.parameters.at("copy.weight").values = {1.0F};
  b.graph.parameters.at("none.weight").values = {0.0F};
  auto& fc = b.graph.parameters.at("fc.weight").values;
  std::fill(fc.begin(), fc.end(), 0.0F);
  fc[0] = 1.0F;
  b.graph.parameters.at("fc.bias").values = {0.0F, 0.0F};
  const LoweredNetwork network = lower(b.graph);
  ASSERT_TRUE(network.steps[1].residual);
  const auto program = std::make_shared<const Program>(make_integer_program(
      network, byte_scales(network, {{10.0, {}}, {9.7, {}}, {6.0, {}}, {6.0, {}}}), 10.0));
  EXPECT_NEAR(test::program_logits(program, std::vector<float>(16, 9.0F))[0], 6.0F, 1e-5F);
  EXPECT_NEAR(test::program_logits(program, std::vector<float>(16, 3.0F))[0], 3.0F, 0.05F);
}

TEST(IntegerProgram, TheEnginesNameSaysWhatFallsBack) {
  const auto name_of = [](const Graph& graph) {
    return make_int8_network(graph, test::picture_calibration(graph, 0.5, 2), 1).info.name;
  };
  EXPECT_THAT(name_of(make_architecture("cifar_resnet8", 10, 1)), Not(HasSubstr("plain loops")));
  EXPECT_THAT(name_of(signed_network()), Not(HasSubstr("plain loops")));
  // relu is named beside leaky relu.
  EXPECT_THAT(name_of(mixed_network()), HasSubstr("plain loops for pad, sigmoid, concat, leaky relu, relu)"));
}

}  // namespace
}  // namespace certus
