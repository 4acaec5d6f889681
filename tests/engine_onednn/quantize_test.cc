#include "certus/engine_onednn/quantize.h"

#include <algorithm>
#include <cmath>

#include "certus/engine_onednn/calibrate.h"
#include "certus/model/architectures.h"
#include "certus/model/network_builder.h"
#include "certus/noise/keyed_bits.h"
#include "support/lively_norms.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::AllOf;
using ::testing::HasSubstr;

/// Clips between 1 and 8, no means.
std::vector<ValueStatistics> some_clips(const LoweredNetwork& network, std::uint64_t seed = 1) {
  std::vector<ValueStatistics> values;
  for (std::size_t v = 0; v < network.values.size(); ++v) {
    values.push_back({.clip = std::exp2(3.0 * keyed_unit({.seed = seed}, 0, v))});
  }
  return values;
}

std::vector<ValueStatistics> equal_clips(const LoweredNetwork& network, double clip) {
  return std::vector<ValueStatistics>(network.values.size(), {.clip = clip});
}

bool is_power_of_two(double x) {
  return std::exp2(std::round(std::log2(x))) == x;
}

std::size_t largest_of(const std::vector<std::int8_t>& weight, std::size_t channel, std::size_t channels) {
  const std::size_t count = weight.size() / channels;
  std::size_t largest = 0;
  for (std::size_t i = channel * count; i < (channel + 1) * count; ++i) {
    largest = std::max(largest, static_cast<std::size_t>(std::abs(int{weight[i]})));
  }
  return largest;
}

/// conv1, relu, conv2, relu, conv3 and a linear layer of 3x8x8 images; the parameters are the test's to
/// change.
Graph chain() {
  NetworkBuilder b({3, 8, 8}, 1);
  NodeId x = b.input();
  for (const char* name : {"conv1", "conv2", "conv3"}) {
    x = b.relu(std::string(name) + " relu", b.conv(name, x, 4, 3, 1, 1, Init::kFanInUniform, true));
  }
  b.linear("fc", b.flatten("flat", x), 5);
  return b.graph;
}

/// conv2 of the chain between values that end at 2.
IntegerConvolution quantized_conv2(const Graph& graph) {
  const LoweredNetwork network = lower(graph);
  return quantize(network, network.steps[1], byte_scales(network, equal_clips(network, 2.0)));
}

/// A block whose sum is clipped at `high`, and a max pooling of it.
Graph clipped_block(float first, float second) {
  NetworkBuilder b({3, 8, 8}, 1);
  const NodeId x = b.graph.add("clip1", ClipOp{0.0F, first},
                               {b.conv("conv1", b.input(), 4, 3, 1, 1, Init::kFanInUniform, true)});
  const NodeId sum =
      b.graph.add("sum", ArithmeticOp{}, {b.conv("conv2", x, 4, 3, 1, 1, Init::kFanInUniform, true), x});
  const NodeId y = b.graph.add("clip2", ClipOp{0.0F, second}, {sum});
  b.linear("fc", b.flatten("flat", b.max_pool("pool", y, 2, 2, 0)), 5);
  return b.graph;
}

TEST(ByteScales, OfAResidualChainArePowersOfTwoApart) {
  const LoweredNetwork network = lower(make_architecture("cifar_resnet20", 10, 1));
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto scales = byte_scales(network, some_clips(network, seed));
    int residuals = 0;
    for (const LoweredStep& step : network.steps) {
      if (!step.residual) continue;
      ++residuals;
      EXPECT_TRUE(is_power_of_two(scales[*step.residual].scale / scales[step.output].scale))
          << network.graph.node(step.node).name;
    }
    EXPECT_EQ(residuals, 9);
  }
}

TEST(ByteScales, EndNearTheClips) {
  const LoweredNetwork network = lower(make_architecture("cifar_resnet20", 10, 1));
  const auto clips = some_clips(network);
  const auto scales = byte_scales(network, clips);
  for (std::size_t v = 0; v < clips.size(); ++v) {
    const double end = scales[v].scale * (scales[v].is_signed ? 127.0 : 255.0);
    EXPECT_GE(end, 0.89 * clips[v].clip) << v;
    EXPECT_LE(end, 2.0 * clips[v].clip) << v;
  }
}

TEST(Quantize, IsExactForTheMeanInput) {
  const LoweredNetwork network = lower(chain());
  auto seen = some_clips(network);
  seen[1].mean = {0.3, 0.0, 0.7, 0.1};
  const auto scales = byte_scales(network, seen);
  const LoweredStep& step = network.steps[1];
  const IntegerConvolution made = quantize(network, step, scales);
  const std::size_t count = made.weight.size() / made.bias.size();
  for (std::size_t c = 0; c < made.bias.size(); ++c) {
    const double unit = std::ldexp(1.0, made.shift[c]);
    double integer = made.bias[c] - unit / 2.0;
    double exact = static_cast<double>(step.bias[c]) / scales[step.output].scale * unit;
    for (std::size_t i = 0; i < count; ++i) {
      const double mean = scales[1].mean[i / 9] / 16.0;  // steps
      integer += made.weight[c * count + i] * mean;
      exact += static_cast<double>(step.weight.values[c * count + i]) * mean * scales[1].scale /
               scales[step.output].scale * unit;
    }
    EXPECT_NEAR(integer, exact, 0.501) << c;  // the rounding of the bias
  }
}

TEST(ByteScales, AreUnsignedBehindAnActivationAlone) {
  const LoweredNetwork network = lower(chain());
  const auto scales = byte_scales(network, some_clips(network));
  EXPECT_TRUE(scales[0].is_signed);  // the image
  for (std::size_t v = 1; v <= 3; ++v) EXPECT_FALSE(scales[v].is_signed);
  EXPECT_TRUE(scales[4].is_signed);  // logits
}

TEST(ByteScales, AValueThatIsAlwaysZeroHasAScaleOfOne) {
  const LoweredNetwork network = lower(chain());
  for (const ByteScale& scale : byte_scales(network, equal_clips(network, 0.0))) {
    EXPECT_EQ(scale.scale, 1.0);
  }
}

TEST(ByteScales, AByteEndsWhereTheNetworkClips) {
  // Also where a residual, clipped or not, ties the scale to others, and behind a max pooling.
  for (const float high : {6.0F, 1.0F, 3.7F}) {
    for (const float first : {high, HUGE_VALF}) {
      const LoweredNetwork network = lower(clipped_block(first, high));
      ASSERT_TRUE(network.steps[1].residual);
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const auto scales = byte_scales(network, some_clips(network, seed));
        for (const std::size_t v : {2U, 3U}) EXPECT_DOUBLE_EQ(255.0 * scales[v].scale, double{high}) << v;
      }
    }
  }
}

TEST(ByteScales, NoByteGoesBeyondAClipWhereTwoAreAdded) {
  for (const float second : {6.0F, 5.9F, 2.9F, 4.0F, 11.0F}) {
    const LoweredNetwork network = lower(clipped_block(6.0F, second));
    const auto scales = byte_scales(network, some_clips(network));
    EXPECT_LE(255.0 * scales[1].scale, 6.0 * (1 + 1e-12));
    EXPECT_LE(255.0 * scales[2].scale, double{second} * (1 + 1e-12));
    EXPECT_GT(255.0 * scales[2].scale, double{second} / 2);
    EXPECT_TRUE(is_power_of_two(scales[1].scale / scales[2].scale));
    EXPECT_EQ(scales[3], scales[2]);
  }
}

TEST(CheckScales, TakesThoseThatWereMadeForTheNetwork) {
  for (const char* name : {"lenet", "cifar_resnet20"}) {
    const LoweredNetwork network = lower(make_architecture(name, 10, 1));
    EXPECT_NO_THROW(check_scales(network, byte_scales(network, some_clips(network)))) << name;
  }
}

TEST(CheckScales, RefusesThoseOfAnotherNetwork) {
  const LoweredNetwork network = lower(clipped_block(6.0F, 6.0F));
  const auto made = byte_scales(network, some_clips(network));
  auto fewer = made;
  fewer.pop_back();
  EXPECT_THAT(error_of([&] { check_scales(network, fewer); }),
              HasSubstr("of a network with 4 values, but this one has 5"));
  auto of_residual = made;
  of_residual[1].scale *= 0.75;
  EXPECT_THAT(error_of([&] { check_scales(network, of_residual); }), HasSubstr("'conv2' does not fit"));
  auto of_clip = made;
  of_clip[1].scale *= 2.0;  // a byte would reach beyond the clip
  EXPECT_THAT(error_of([&] { check_scales(network, of_clip); }), HasSubstr("'conv1' does not fit"));
  auto of_pool = made;
  of_pool[3].scale *= 2.0;
  EXPECT_THAT(error_of([&] { check_scales(network, of_pool); }), HasSubstr("'pool' does not fit"));
  auto of_image = made;
  of_image[0].is_signed = false;
  EXPECT_THAT(error_of([&] { check_scales(network, of_image); }), HasSubstr("'image' does not fit"));
  auto of_sign = made;
  of_sign[1].is_signed = true;
  EXPECT_THAT(error_of([&] { check_scales(network, of_sign); }), HasSubstr("'conv1' does not fit"));
}

TEST(Quantize, KeepsEveryChannelWithinTheBoundsOfIntegerConvolutions) {
  const LoweredNetwork network = lower(test::with_lively_norms(make_architecture("cifar_resnet20", 10, 1)));
  const auto scales = byte_scales(network, some_clips(network));
  int convolutions = 0;
  for (const LoweredStep& step : network.steps) {
    if (step.weight.values.empty() || step.inputs[0] == 0) continue;
    EXPECT_NO_THROW(check_bounds(quantize(network, step, scales)));
    ++convolutions;
  }
  EXPECT_EQ(convolutions, 21);  // 18 in blocks, 2 shortcuts, the linear layer
}

TEST(Quantize, WeightsStandForWhatTheyWere) {
  const Graph graph = chain();
  const LoweredNetwork network = lower(graph);
  const auto scales = byte_scales(network, some_clips(network));
  const LoweredStep& step = network.steps[1];
  const IntegerConvolution q = quantize(network, step, scales);
  const std::size_t count = q.weight.size() / q.bias.size();
  for (std::size_t i = 0; i < q.weight.size(); ++i) {
    const double unit = scales[2].scale / scales[1].scale * std::exp2(-q.shift[i / count]);
    EXPECT_NEAR(q.weight[i] * unit, double{step.weight.values[i]}, unit * 0.5000001);
  }
  for (std::size_t c = 0; c < q.bias.size(); ++c) {
    const double unit = scales[2].scale * std::exp2(-q.shift[c]);
    // Less the half that makes rounding down rounding to the nearest.
    EXPECT_NEAR((q.bias[c] - std::exp2(q.shift[c] - 1)) * unit, double{step.bias[c]}, unit * 0.5000001);
  }
}

TEST(Quantize, TheLargestWeightUsesMoreThanHalfOfAByte) {
  const IntegerConvolution q = quantized_conv2(chain());
  for (std::size_t c = 0; c < 4; ++c) {
    ASSERT_LT(q.shift[c], 22);
    EXPECT_GE(largest_of(q.weight, c, 4), 64U) << c;
  }
}

TEST(Quantize, WeightsGetCoarserWhereSumsWouldBeTooLarge) {
  Graph graph = chain();
  // 2^23 steps of 2^-shift: a bias of 2^19 output steps leaves a shift of 3.
  graph.parameters.at("conv2.bias").values[1] = 2.0F / 255.0F * static_cast<float>(1 << 19);
  const IntegerConvolution q = quantized_conv2(graph);
  EXPECT_EQ(q.shift[1], 3);
  EXPECT_LT(largest_of(q.weight, 1, 4), 64U);
  EXPECT_GE(largest_of(q.weight, 0, 4), 64U);  // the other channels are as fine as before
}

TEST(Quantize, AWeightThatCannotBeRepresentedIsAnErrorThatNamesTheNode) {
  Graph graph = chain();
  graph.parameters.at("conv2.weight").values[2 * 36] = 1e6F;
  EXPECT_THAT(error_of([&] { quantized_conv2(graph); }),
              AllOf(HasSubstr("output channel 2 of node 'conv2'"), HasSubstr("f32 can compute it")));
  graph.parameters.at("conv2.weight").values[2 * 36] = std::nanf("");
  EXPECT_THAT(error_of([&] { quantized_conv2(graph); }), HasSubstr("output channel 2 of node 'conv2'"));
}

TEST(Quantize, AChannelOfZerosGivesItsBias) {
  Graph graph = chain();
  auto& weight = graph.parameters.at("conv2.weight").values;
  std::fill(weight.begin() + 36, weight.begin() + 72, 0.0F);
  graph.parameters.at("conv2.bias").values[1] = 0.5F;
  const IntegerConvolution q = quantized_conv2(graph);
  EXPECT_EQ(largest_of(q.weight, 1, 4), 0U);
  EXPECT_EQ(q.bias[1] >> q.shift[1], 64);  // 0.5 in steps of 2/255
}

TEST(Quantize, ALinearLayerIsAWindowOfOnePixel) {
  const LoweredNetwork network = lower(chain());
  const IntegerConvolution q =
      quantize(network, network.steps.back(), byte_scales(network, some_clips(network)));
  EXPECT_EQ(q.input, (Shape{256, 1, 1}));
  EXPECT_EQ(q.output, (Shape{5, 1, 1}));
  EXPECT_FALSE(q.residual);
}

TEST(Quantize, AResidualIsShiftedByTheRatioOfScales) {
  const LoweredNetwork network = lower(clipped_block(6.0F, 24.0F));
  const auto scales = byte_scales(network, some_clips(network));
  const IntegerConvolution q = quantize(network, network.steps[1], scales);
  ASSERT_TRUE(q.residual);
  EXPECT_EQ(q.residual->shift, -2);
  EXPECT_FALSE(q.residual->is_signed);
}

TEST(QuantizeFirst, PixelsInRangeAreNotCutOff) {
  const Graph graph = with_normalization(chain(), {0.4914F, 0.4822F, 0.4465F}, {0.2F, 0.25F, 0.5F});
  const LoweredNetwork network = lower(graph);
  const auto scales = byte_scales(network, some_clips(network));
  const double range = 4.385;
  const IntegerFirstLayer layer = quantize_first(network, network.steps[0], scales, range);
  double largest = 0.0;
  for (std::size_t c = 0; c < 3; ++c) {
    for (const double pixel : {-range, range}) {
      largest = std::max(largest, std::abs(pixel * double{layer.scale[c]} + double{layer.offset[c]}));
    }
    // The mean becomes 0: what a normalized network pads with.
    EXPECT_NEAR(double{network.mean[c]} * double{layer.scale[c]} + double{layer.offset[c]}, 0.0, 1e-3);
  }
  EXPECT_NEAR(largest, layer.limit, 0.01);
  EXPECT_NO_THROW(FirstLayerKernel{layer});
}

TEST(NeverNegative, IsTrueBehindActivationsAndTheirPoolings) {
  NetworkBuilder b({3, 8, 8}, 1);
  const NodeId x = b.conv("conv", b.input(), 4, 3, 1, 1, Init::kFanInUniform);
  const NodeId pooled = b.max_pool("signed pool", x, 2, 2, 0);
  const NodeId y = b.relu("relu", b.conv("conv2", pooled, 4, 3, 1, 1, Init::kFanInUniform));
  const NodeId mean = b.graph.add("mean", GlobalAveragePoolOp{}, {b.max_pool("pool", y, 2, 2, 0)});
  b.linear("fc", b.flatten("flat", mean), 5);
  // image, conv, signed pool, conv2 with relu, pool, mean, logits
  EXPECT_EQ(never_negative(lower(b.graph)),
            (std::vector<bool>{false, false, false, true, true, true, false}));
}

}  // namespace
}  // namespace certus
