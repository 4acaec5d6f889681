#include "certus/kernels/integer_first_layer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "certus/kernels/kernel_support.h"
#include "support/normals.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using test::normals;
using ::testing::HasSubstr;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// A layer with weights of all signs, no two channels of which are alike, and outputs on both sides of 0.
IntegerFirstLayer lively_layer(Window window, Shape input, std::int64_t out) {
  IntegerFirstLayer layer{.window = window, .input = input, .output = {out, 0, 0}, .limit = 4095};
  for (const std::size_t axis : {0U, 1U}) {
    const std::int64_t extent = window.dilation[axis] * (window.kernel[axis] - 1) + 1;
    layer.output[axis + 1] =
        (input[axis + 1] + window.pad[axis] + window.pad[axis + 2] - extent) / window.stride[axis] + 1;
  }
  for (std::int64_t c = 0; c < input[0]; ++c) {
    layer.scale.push_back(1000.3F + 77.7F * static_cast<float>(c));
    layer.offset.push_back(-123.4F + 99.9F * static_cast<float>(c));
  }
  for (const float w : normals(out * input[0] * window.kernel[0] * window.kernel[1], 5)) {
    layer.weight.push_back(static_cast<std::int16_t>(w * 500.0F));
  }
  for (int o = 0; o < out; ++o) {
    layer.bias.push_back(1'000'000 - 70'001 * o);
    layer.shift.push_back(12 + o % 5);
  }
  return layer;
}

/// The definition, pixel by pixel.
std::vector<std::uint8_t> defined_output(const IntegerFirstLayer& layer, const std::vector<float>& images) {
  const auto& [window, input, output, scale, offset, limit, weight, bias, shift, is_signed] = layer;
  const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
  const auto quantized = [&](std::int64_t image, std::int64_t c, std::int64_t row, std::int64_t column) {
    if (row < 0 || row >= input[1] || column < 0 || column >= input[2]) return std::int64_t{0};
    const float x = images[at(((image * input[0] + c) * input[1] + row) * input[2] + column)];
    const volatile float product = x * scale[at(c)];  // rounded before anything is added
    const float value = product + offset[at(c)];
    if (std::isnan(value)) return -std::int64_t{limit};
    return static_cast<std::int64_t>(std::clamp<float>(std::nearbyint(value), -limit, limit));
  };
  std::vector<std::uint8_t> y(images.size() / at(element_count(input)) * at(element_count(output)));
  for (std::size_t flat = 0; flat < y.size(); ++flat) {
    const auto pixel = static_cast<std::int64_t>(flat) / output[0];
    const auto o = static_cast<std::int64_t>(flat) % output[0];
    const std::int64_t column = pixel % output[2], row = pixel / output[2] % output[1];
    const std::int64_t image = pixel / output[2] / output[1];
    std::int64_t sum = bias[at(o)];
    for (std::int64_t c = 0; c < input[0]; ++c) {
      for (std::int64_t i = 0; i < window.kernel[0]; ++i) {
        for (std::int64_t j = 0; j < window.kernel[1]; ++j) {
          sum += weight[at(((o * input[0] + c) * window.kernel[0] + i) * window.kernel[1] + j)] *
                 quantized(image, c, row * window.stride[0] - window.pad[0] + i * window.dilation[0],
                           column * window.stride[1] - window.pad[1] + j * window.dilation[1]);
        }
      }
    }
    sum = std::clamp<std::int64_t>(sum >> shift[at(o)], is_signed ? -128 : 0, is_signed ? 127 : 255);
    y[flat] = static_cast<std::uint8_t>(sum);
  }
  return y;
}

/// What the kernel gives; what lies beyond its output has to stay as it is.
std::vector<std::uint8_t> kernel_output(const IntegerFirstLayer& layer, const std::vector<float>& images) {
  const FirstLayerKernel kernel(layer);
  std::vector<std::byte> scratch(kernel.scratch_bytes());
  const std::int64_t count = static_cast<std::int64_t>(images.size()) / element_count(layer.input);
  const auto size = static_cast<std::size_t>(count * element_count(layer.output));
  constexpr std::size_t kGuard = 256;
  std::vector<std::uint8_t> y(size + kGuard, 171);
  kernel.run(count, images.data(), y.data(), scratch.data());
  EXPECT_EQ(std::count(y.end() - kGuard, y.end(), 171), kGuard);
  y.resize(size);
  return y;
}

/// The bytes that the implementations agree on.
std::vector<std::uint8_t> expect_as_defined(const IntegerFirstLayer& layer,
                                            const std::vector<float>& images) {
  std::vector<std::uint8_t> expected = defined_output(layer, images);
  EXPECT_EQ(kernel_output(layer, images), expected) << "as this processor does it";
  const WithoutAvx512 without;
  EXPECT_EQ(kernel_output(layer, images), expected) << "in portable code";
  return expected;
}

Window square(std::int64_t kernel, std::int64_t stride, std::int64_t pad) {
  return {.kernel = {kernel, kernel}, .stride = {stride, stride}, .pad = {pad, pad, pad, pad}};
}

TEST(FirstLayerKernel, GivesTheDefinedBytes) {
  struct Case {
    Window window;
    Shape input;
    std::int64_t out;
  };
  std::set<std::uint8_t> seen;
  const Window lopsided{.kernel = {3, 2}, .stride = {1, 3}, .pad = {0, 2, 1, 0}};
  const Window dilated{.kernel = {3, 3}, .dilation = {2, 3}, .pad = {2, 3, 2, 3}};
  for (const auto& [window, input, out] : {Case{square(3, 1, 1), {3, 32, 32}, 16},
                                           {square(7, 2, 3), {3, 25, 38}, 64},
                                           {square(5, 1, 0), {1, 28, 28}, 20},
                                           {square(3, 1, 1), {3, 9, 33}, 50},
                                           {square(3, 2, 1), {3, 7, 67}, 33},
                                           {square(1, 1, 0), {2, 5, 3}, 1},
                                           {square(4, 1, 1), {5, 6, 40}, 128},
                                           {lopsided, {3, 11, 20}, 17},
                                           {dilated, {3, 12, 13}, 32}}) {
    SCOPED_TRACE(::testing::Message() << shape_text(input) << " to " << out);
    IntegerFirstLayer layer = lively_layer(window, input, out);
    const std::vector<float> images = normals(2 * element_count(input), 9);
    for (const std::uint8_t byte : expect_as_defined(layer, images)) seen.insert(byte);
    layer.output_is_signed = true;
    expect_as_defined(layer, images);
  }
  EXPECT_EQ(seen.size(), 256U);
}

TEST(FirstLayerKernel, ClampsWhatIsNotFinite) {
  const IntegerFirstLayer layer = lively_layer(square(3, 1, 1), {3, 6, 35}, 16);
  std::vector<float> image = normals(element_count(layer.input), 3);
  for (std::size_t i = 0; i < image.size(); i += 7)
    image[i] = i % 3 == 0 ? kNan : i % 3 == 1 ? kInfinity : -kInfinity;
  image[1] = 1e30F;
  expect_as_defined(layer, image);
}

TEST(FirstLayerKernel, RoundsTiesToEven) {
  IntegerFirstLayer layer{.window = {}, .input = {1, 1, 6}, .output = {1, 1, 6}, .limit = 100};
  layer.scale = {1.0F};
  layer.offset = {0.0F};
  layer.weight = {1};
  layer.bias = {0};
  layer.shift = {0};
  layer.output_is_signed = true;
  const std::vector<float> image{0.5F, 1.5F, 2.5F, -0.5F, -1.5F, kNan};
  const std::vector<std::uint8_t> expected{0, 2, 2, 0, 254, 256 - 100};
  EXPECT_EQ(kernel_output(layer, image), expected);
  const WithoutAvx512 without;
  EXPECT_EQ(kernel_output(layer, image), expected);
}

TEST(FirstLayerKernel, RoundsTheProductBeforeTheSum) {
  IntegerFirstLayer layer{.window = {}, .input = {1, 1, 1}, .output = {1, 1, 1}, .limit = 100};
  layer.scale = {0x3p23F};
  layer.offset = {-0x3p23F};
  layer.weight = {1};
  layer.bias = {0};
  layer.shift = {0};
  // The product is 25165827, which float32 rounds to 25165828; in one step with the sum it would leave 3.
  const std::vector<float> image{1.0F + 0x1p-23F};
  const std::vector<std::uint8_t> expected{4};
  EXPECT_EQ(kernel_output(layer, image), expected);
  const WithoutAvx512 without;
  EXPECT_EQ(kernel_output(layer, image), expected);
}

TEST(FirstLayerKernel, NamesTheChannelWhoseSumMayOverflow) {
  IntegerFirstLayer layer = lively_layer(square(3, 1, 1), {3, 8, 8}, 4);
  layer.limit = 32767;
  for (std::size_t i = 0; i < 27; ++i) layer.weight[2 * 27 + i] = i % 2 == 0 ? 2427 : -2427;
  layer.bias[2] = 0;
  EXPECT_NO_THROW(FirstLayerKernel{layer});  // 27 * 2427 * 32767 = 2147188743, below 2^31
  layer.bias[2] = -294905;                   // which makes it 2^31
  EXPECT_THAT(error_of([&] { FirstLayerKernel{layer}; }),
              HasSubstr("output channel 2 may reach 2147483648, which is not below 2^31"));
  layer.bias[2] = 0;
  layer.shift[3] = 32;
  EXPECT_THAT(error_of([&] { FirstLayerKernel{layer}; }), HasSubstr("output channel 3 is shifted by 32"));
}

TEST(FirstLayerKernel, RefusesSizesThatDoNotFit) {
  IntegerFirstLayer layer = lively_layer(square(3, 1, 1), {3, 8, 8}, 4);
  layer.output[2] = 9;
  EXPECT_THAT(error_of([&] { FirstLayerKernel{layer}; }),
              HasSubstr("the window makes 8 columns of 3x8x8, the output is 4x8x9"));
  layer.output[2] = 8;
  layer.weight.pop_back();
  EXPECT_THAT(error_of([&] { FirstLayerKernel{layer}; }), HasSubstr("107 weights, expected 108"));
}

}  // namespace
}  // namespace certus
