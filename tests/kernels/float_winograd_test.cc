#include "certus/kernels/float_winograd.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "certus/kernels/kernel_support.h"

namespace certus {
namespace {

std::vector<float> values(std::int64_t count, unsigned seed) {
  std::mt19937 bits(seed);
  std::vector<float> out(static_cast<std::size_t>(count));
  for (float& value : out) value = static_cast<float>(bits()) / 2147483648.0F - 1.0F;
  return out;
}

/// A convolution and everything that is given to it.
struct Case {
  WinogradShape shape;
  std::int64_t images;
  std::vector<float> weight, bias, x, residual;

  Case(const WinogradShape& of, std::int64_t count)
      : shape(of),
        images(count),
        weight(values(of.out * of.in * 9, 1)),
        bias(values(of.out, 2)),
        x(values(count * of.height * of.width * of.in, 3)),
        residual(values(count * y_floats(), 4)) {}

  std::int64_t x_floats() const { return shape.height * shape.width * shape.in; }  // of an image
  std::int64_t y_floats() const { return shape.height * shape.width * shape.out; }
  FloatWinograd kernel() const { return FloatWinograd(shape, weight.data(), bias.data()); }

  std::vector<float> run(bool with_residual, bool relu) const {
    std::vector<float> y(residual.size(), std::numeric_limits<float>::quiet_NaN());
    const FloatWinograd convolution = kernel();
    AlignedFloats scratch(convolution.scratch_floats());
    convolution.run(images, x.data(), with_residual ? residual.data() : nullptr, relu, y.data(),
                    scratch.data());
    return y;
  }

  /// The definition, in double.
  double expected(std::int64_t image, std::int64_t row, std::int64_t column, std::int64_t channel,
                  bool with_residual, bool relu) const {
    const auto at = [](const std::vector<float>& from, std::int64_t index) {
      return static_cast<double>(from[static_cast<std::size_t>(index)]);
    };
    double sum = at(bias, channel);
    if (with_residual)
      sum += at(residual, image * y_floats() + (row * shape.width + column) * shape.out + channel);
    for (std::int64_t i = 0; i < 3; ++i) {
      for (std::int64_t j = 0; j < 3; ++j) {
        const std::int64_t top = row + i - 1, left = column + j - 1;
        if (top < 0 || top >= shape.height || left < 0 || left >= shape.width) continue;
        for (std::int64_t in = 0; in < shape.in; ++in) {
          sum += at(weight, ((channel * shape.in + in) * 3 + i) * 3 + j) *
                 at(x, image * x_floats() + (top * shape.width + left) * shape.in + in);
        }
      }
    }
    return relu ? std::max(sum, 0.0) : sum;
  }

  /// The largest error, as a share of the largest result.
  double error(const std::vector<float>& y, bool with_residual, bool relu) const {
    double worst = 0.0, largest = 0.0;
    std::size_t index = 0;
    for (std::int64_t image = 0; image < images; ++image) {
      for (std::int64_t row = 0; row < shape.height; ++row) {
        for (std::int64_t column = 0; column < shape.width; ++column) {
          for (std::int64_t channel = 0; channel < shape.out; ++channel, ++index) {
            const double right = expected(image, row, column, channel, with_residual, relu);
            const double difference = std::abs(static_cast<double>(y[index]) - right);
            // Written so that a NaN is an error.
            if (!(difference <= worst)) worst = difference;
            largest = std::max(largest, std::abs(right));
          }
        }
      }
    }
    return worst / largest;
  }
};

class FloatWinogradKernel : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!avx512_is_supported()) GTEST_SKIP() << "this processor has no AVX-512";
  }
};

TEST_F(FloatWinogradKernel, EqualsTheDirectConvolutionWithBiasResidualAndRelu) {
  // Whole tiles, tiles that stick out, images smaller than a tile, several groups of tiles, a last panel
  // of 16.
  const std::pair<WinogradShape, std::int64_t> cases[] = {
      {{16, 16, 32, 32}, 2}, {{32, 32, 16, 16}, 3}, {{64, 64, 8, 8}, 5},   {{16, 48, 7, 9}, 3},
      {{48, 16, 2, 3}, 2},   {{16, 32, 1, 1}, 35},  {{80, 16, 5, 150}, 1}, {{272, 256, 7, 7}, 1},
  };
  for (const auto& [shape, images] : cases) {
    SCOPED_TRACE(::testing::Message()
                 << shape.in << ' ' << shape.out << ' ' << shape.height << ' ' << shape.width);
    const Case example(shape, images);
    for (const bool with_residual : {false, true}) {
      for (const bool relu : {false, true}) {
        EXPECT_LT(example.error(example.run(with_residual, relu), with_residual, relu), 3e-6);
      }
    }
  }
}

TEST_F(FloatWinogradKernel, GivesAnImageTheSameBitsInEveryCompany) {
  for (const WinogradShape& shape :
       {WinogradShape{16, 16, 12, 20}, WinogradShape{32, 48, 8, 8}, WinogradShape{64, 64, 7, 7}}) {
    Case together(shape, 11);
    const std::vector<float> all = together.run(true, true);
    // Every start and every number of images, so that a tile comes to stand everywhere in its group.
    for (std::int64_t first = 0; first < together.images; ++first) {
      for (std::int64_t images = 1; first + images <= together.images; ++images) {
        Case part = together;
        part.images = images;
        part.x.erase(part.x.begin(), part.x.begin() + first * part.x_floats());
        part.residual.erase(part.residual.begin(), part.residual.begin() + first * part.y_floats());
        const std::vector<float> y = part.run(true, true);
        ASSERT_EQ(std::memcmp(y.data(), all.data() + first * part.y_floats(),
                              static_cast<std::size_t>(images * part.y_floats()) * sizeof(float)),
                  0)
            << images << " images from " << first;
      }
    }
  }
}

TEST_F(FloatWinogradKernel, MayAddToItsResidualInPlace) {
  const Case example({32, 32, 9, 6}, 4);
  const FloatWinograd kernel = example.kernel();
  AlignedFloats scratch(kernel.scratch_floats());
  std::vector<float> y = example.residual;
  kernel.run(example.images, example.x.data(), y.data(), true, y.data(), scratch.data());
  EXPECT_EQ(y, example.run(true, true));
}

TEST_F(FloatWinogradKernel, LetsNaNThroughItsRelu) {
  Case example({16, 16, 8, 8}, 1);
  example.x[0] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(std::isnan(example.run(true, true)[0]));
}

TEST(FloatWinogradSupport, AsksForWholeBlocksOfChannelsAndTheProcessor) {
  EXPECT_EQ(FloatWinograd::supports({16, 32, 5, 5}), avx512_is_supported());
  EXPECT_FALSE(FloatWinograd::supports({3, 16, 32, 32}));
  EXPECT_FALSE(FloatWinograd::supports({16, 10, 32, 32}));
  const WithoutAvx512 without;
  EXPECT_FALSE(FloatWinograd::supports({16, 32, 5, 5}));
}

}  // namespace
}  // namespace certus
