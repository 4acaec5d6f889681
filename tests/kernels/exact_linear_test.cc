#include "certus/kernels/exact_linear.h"

#include <cmath>

#include "certus/kernels/kernel_support.h"
#include "support/normals.h"

namespace certus {
namespace {

using test::normals;

/// A layer and inputs for it, up to the largest that are allowed.
struct Example {
  std::int64_t in, out, images;
  double scale = 0.0123;
  std::vector<float> weight = normals(in * out, 1), bias = normals(out, 2);
  std::vector<std::int32_t> v = sums(images * in);

  static std::vector<std::int32_t> sums(std::int64_t count) {
    std::vector<std::int32_t> values{(1 << 24) - 1, 1 - (1 << 24)};
    for (const float value : normals(count, 3)) values.push_back(static_cast<std::int32_t>(value * 1e6F));
    values.resize(static_cast<std::size_t>(count));
    return values;
  }

  std::vector<float> logits(std::int64_t images_a_call) const {
    const ExactLinear linear(in, out, weight.data(), bias.data(), scale);
    std::vector<float> y(static_cast<std::size_t>(images * out));
    for (std::int64_t i = 0; i < images; i += images_a_call) {
      linear.run(std::min(images_a_call, images - i), v.data() + i * in, y.data() + i * out);
    }
    return y;
  }
  /// The definition; whether a product is rounded before the sum is a choice that must not matter.
  std::vector<float> defined(bool fused) const {
    const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
    std::vector<float> y;
    for (std::int64_t i = 0; i < images; ++i) {
      for (std::int64_t o = 0; o < out; ++o) {
        double sum = 0.0;
        for (std::int64_t k = 0; k < in; ++k) {
          const double w = weight[at(o * in + k)], value = v[at(i * in + k)];
          const volatile double product = w * value;
          sum = fused ? std::fma(w, value, sum) : sum + product;
        }
        const volatile double scaled = sum * scale;
        y.push_back(static_cast<float>(scaled + double{bias[at(o)]}));
      }
    }
    return y;
  }
};

TEST(ExactLinear, GivesTheDefinedBitsInEveryImplementation) {
  for (const Example& example : {Example{64, 10, 19}, {500, 33, 3}, {2048, 16, 8}, {1, 1, 1}}) {
    SCOPED_TRACE(example.in);
    const std::vector<float> expected = example.defined(false);
    EXPECT_EQ(example.defined(true), expected);
    for (const std::int64_t images_a_call : {1, 3, 8, 32}) {
      EXPECT_EQ(example.logits(images_a_call), expected);
      const WithoutAvx512 without;
      EXPECT_EQ(example.logits(images_a_call), expected);
    }
  }
}

TEST(ExactLinear, RoundsOnceAtTheEnd) {
  // In float32 the first sum would stay at 2^24, and scale and bias could not bring 2 back.
  const std::vector<float> weight{16.0F, 1.0F, 1.0F}, bias{-16777216.0F};
  const std::vector<std::int32_t> v{1 << 20, 1, 1};
  float logit = 0.0F;
  ExactLinear(3, 1, weight.data(), bias.data(), 1.0F).run(1, v.data(), &logit);
  EXPECT_EQ(logit, 2.0F);
  ExactLinear(3, 1, weight.data(), nullptr, 0.5F).run(1, v.data(), &logit);
  EXPECT_EQ(logit, 8388609.0F);
}

}  // namespace
}  // namespace certus
