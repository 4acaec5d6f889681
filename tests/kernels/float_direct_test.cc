#include "certus/kernels/float_direct.h"

#include <cmath>

#include "certus/kernels/kernel_support.h"
#include "support/normals.h"

namespace certus {
namespace {

struct Case {
  Window window;
  Shape input, output;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> list{
      {{.kernel = {5, 5}}, {1, 28, 28}, {20, 24, 24}},
      {{.kernel = {5, 5}}, {20, 12, 12}, {50, 8, 8}},
      {{.kernel = {3, 3}, .pad = {1, 1, 1, 1}}, {3, 9, 11}, {16, 9, 11}},
      {{.kernel = {7, 7}, .stride = {2, 2}, .pad = {3, 3, 3, 3}}, {3, 20, 21}, {64, 10, 11}},
      {{.kernel = {3, 2}, .stride = {1, 2}, .pad = {0, 1, 3, 2}}, {5, 7, 6}, {70, 8, 4}},
      {{.kernel = {1, 1}}, {7, 1, 1}, {33, 1, 1}},
      {{.kernel = {3, 3}, .pad = {1, 1, 1, 1}}, {32, 4, 5}, {17, 4, 5}},  // one output beyond a block
      {{.kernel = {2, 3}}, {37, 5, 5}, {3, 4, 3}},                        // no block at all
  };
  return list;
}

/// The definition, in double.
std::vector<double> expected(const Case& c, const std::vector<float>& x, const std::vector<float>& weight,
                             const std::vector<float>& bias, bool relu) {
  std::vector<double> y;
  const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
  for (std::int64_t row = 0; row < c.output[1]; ++row) {
    for (std::int64_t column = 0; column < c.output[2]; ++column) {
      for (std::int64_t o = 0; o < c.output[0]; ++o) {
        double sum = static_cast<double>(bias[at(o)]);
        for (std::int64_t k = 0; k < c.input[0]; ++k) {
          for (std::int64_t i = 0; i < c.window.kernel[0]; ++i) {
            for (std::int64_t j = 0; j < c.window.kernel[1]; ++j) {
              const std::int64_t h = row * c.window.stride[0] + i - c.window.pad[0];
              const std::int64_t w = column * c.window.stride[1] + j - c.window.pad[1];
              if (h < 0 || h >= c.input[1] || w < 0 || w >= c.input[2]) continue;
              sum +=
                  static_cast<double>(
                      weight[at(((o * c.input[0] + k) * c.window.kernel[0] + i) * c.window.kernel[1] + j)]) *
                  static_cast<double>(x[at((h * c.input[2] + w) * c.input[0] + k)]);
            }
          }
        }
        y.push_back(relu ? std::max(sum, 0.0) : sum);
      }
    }
  }
  return y;
}

TEST(FloatDirect, IsTheConvolutionItSays) {
  if (!avx512_is_supported()) GTEST_SKIP() << "no AVX-512";
  for (const Case& c : cases()) {
    const std::int64_t places = c.input[0] * c.window.kernel[0] * c.window.kernel[1];
    const std::vector<float> weight = test::normals(c.output[0] * places, 1);
    const std::vector<float> bias = test::normals(c.output[0], 2);
    const std::vector<float> x = test::normals(3 * element_count(c.input), 3);
    const FloatDirect kernel(c.window, c.input, c.output, weight.data(), bias.data());
    AlignedFloats scratch(kernel.scratch_floats());
    const auto in = static_cast<std::size_t>(element_count(c.input));
    const auto out = static_cast<std::size_t>(element_count(c.output));
    for (const bool relu : {false, true}) {
      std::vector<float> three(3 * out), one(out);
      kernel.run(3, x.data(), relu, three.data(), scratch.data());
      for (std::size_t i = 0; i < 3; ++i) {
        const std::vector<float> image(x.begin() + static_cast<std::ptrdiff_t>(i * in),
                                       x.begin() + static_cast<std::ptrdiff_t>((i + 1) * in));
        kernel.run(1, image.data(), relu, one.data(), scratch.data());
        const std::vector<double> right = expected(c, image, weight, bias, relu);
        for (std::size_t k = 0; k < out; ++k) {
          // A few roundings of sums of `places` normals.
          ASSERT_NEAR(one[k], right[k], 1e-6 * static_cast<double>(places) + 1e-6)
              << shape_text(c.input) << ' ' << k;
          ASSERT_EQ(one[k], three[i * out + k]) << "another place in the call, other bits: " << k;
        }
      }
    }
  }
}

TEST(FloatDirect, LetsNaNPassTheRelu) {
  if (!avx512_is_supported()) GTEST_SKIP() << "no AVX-512";
  const float weight = 1.0F, bias = 0.0F, x = std::nanf("");
  const FloatDirect kernel({}, {1, 1, 1}, {1, 1, 1}, &weight, &bias);
  AlignedFloats scratch(kernel.scratch_floats());
  float y = 0.0F;
  kernel.run(1, &x, true, &y, scratch.data());
  EXPECT_TRUE(std::isnan(y));
}

}  // namespace
}  // namespace certus
