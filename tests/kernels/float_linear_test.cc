#include "certus/kernels/float_linear.h"

#include <bit>
#include <cmath>
#include <limits>

#include "certus/kernels/kernel_support.h"
#include "support/normals.h"

namespace certus {
namespace {

using test::normals;

std::vector<std::uint32_t> bits(const std::vector<float>& values) {
  std::vector<std::uint32_t> result;
  for (const float value : values) result.push_back(std::bit_cast<std::uint32_t>(value));
  return result;
}

/// A layer and inputs for it.
struct Example {
  std::int64_t in, out, images;
  std::vector<float> weight = normals(in * out, 1), bias = normals(out, 2), x = normals(images * in, 3);

  FloatLinear layer() const { return {in, out, weight.data(), bias.data()}; }
  std::vector<float> outputs(const FloatLinear& linear, bool relu) const {
    std::vector<float> y(static_cast<std::size_t>(images * out));
    linear.run(images, x.data(), relu, y.data());
    return y;
  }
  /// The outputs are right within the rounding of `in` float32 sums.
  void expect_right(const std::vector<float>& y, bool relu) const {
    const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
    for (std::int64_t i = 0; i < images; ++i) {
      for (std::int64_t o = 0; o < out; ++o) {
        double sum = bias[at(o)], size = std::abs(sum);
        for (std::int64_t k = 0; k < in; ++k) {
          const double product = double{weight[at(o * in + k)]} * double{x[at(i * in + k)]};
          sum += product;
          size += std::abs(product);
        }
        if (relu) sum = std::max(sum, 0.0);
        ASSERT_NEAR(y[at(i * out + o)], sum, size * static_cast<double>(in + 1) * 0x1p-24) << i << ' ' << o;
      }
    }
  }
};

/// In, out, images: blocks of outputs and groups of images whole and broken.
const std::vector<Example> kExamples{{800, 500, 3}, {500, 10, 13}, {64, 10, 32}, {7, 33, 8}, {1, 1, 1}};

TEST(FloatLinear, MultipliesAndAdds) {
  for (const Example& example : kExamples) {
    SCOPED_TRACE(example.in);
    for (const bool relu : {false, true}) {
      example.expect_right(example.outputs(example.layer(), relu), relu);
      const WithoutAvx512 without;
      example.expect_right(example.outputs(example.layer(), relu), relu);
    }
  }
}

void expect_one_by_one_the_same() {
  const Example all{100, 40, 15};
  const FloatLinear linear = all.layer();
  const std::vector<std::uint32_t> expected = bits(all.outputs(linear, false));
  for (const std::int64_t group : {1, 2, 3, 5, 8}) {
    std::vector<float> y(expected.size());
    for (std::int64_t i = 0; i < all.images; i += group) {
      linear.run(std::min(group, all.images - i), all.x.data() + i * all.in, false, y.data() + i * all.out);
    }
    EXPECT_EQ(bits(y), expected) << group << " images a call";
  }
}

TEST(FloatLinear, GivesAnImageTheSameBitsInAnyCompany) {
  expect_one_by_one_the_same();
  const WithoutAvx512 without;
  expect_one_by_one_the_same();
}

TEST(FloatLinear, WritesNothingBeyondItsOutputs) {
  const Example example{20, 17, 9};
  std::vector<float> y(9 * 17 + 16, 5.0F);
  example.layer().run(9, example.x.data(), false, y.data());
  for (std::size_t i = 9 * 17; i < y.size(); ++i) EXPECT_EQ(y[i], 5.0F) << i;
}

TEST(FloatLinear, NeedsNoBiasAndLetsNanThroughRelu) {
  const std::vector<float> weight{2.0F, 3.0F}, x{4.0F, std::numeric_limits<float>::quiet_NaN()};
  const auto check = [&] {
    const FloatLinear linear(1, 2, weight.data(), nullptr);
    std::vector<float> y(4);
    linear.run(2, x.data(), true, y.data());
    EXPECT_EQ(y[0], 8.0F);
    EXPECT_EQ(y[1], 12.0F);
    EXPECT_TRUE(std::isnan(y[2]));
  };
  check();
  const WithoutAvx512 without;
  check();
}

}  // namespace
}  // namespace certus
