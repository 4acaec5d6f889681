#include "certus/kernels/integer_winograd.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <vector>

#include "support/random_convolution.h"

namespace certus {
namespace {

using test::random_bytes;

/// What every test needs: a processor that has the instructions.
class IntegerWinogradTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!IntegerWinograd::supports(test::random_convolution(16, 16, 4, 4, random)))
      GTEST_SKIP() << "this processor has no AVX-512 VNNI";
  }
  std::mt19937 random{1};
};

struct alignas(64) Line {
  std::byte of[64];
};

std::vector<std::uint8_t> by_winograd(const IntegerConvolution& convolution, std::int64_t images,
                                      const std::vector<std::uint8_t>& x,
                                      const std::vector<std::uint8_t>* residual) {
  const IntegerWinograd winograd(convolution);
  std::vector<Line> scratch((winograd.scratch_bytes() + sizeof(Line) - 1) / sizeof(Line));
  std::vector<std::uint8_t> y(static_cast<std::size_t>(images * element_count(convolution.output)));
  winograd.run(images, x.data(), residual != nullptr ? residual->data() : nullptr, y.data(), scratch[0].of);
  if (residual != nullptr) {  // once more in place
    std::vector<std::uint8_t> both = *residual;
    winograd.run(images, x.data(), both.data(), both.data(), scratch[0].of);
    EXPECT_EQ(both, y);
  }
  return y;
}

void expect_equal(const IntegerConvolution& convolution, std::int64_t images,
                  const std::vector<std::uint8_t>& x, std::mt19937& random) {
  check_bounds(convolution);
  ASSERT_TRUE(IntegerWinograd::supports(convolution));
  const auto residual = random_bytes(images * element_count(convolution.output), random);
  const auto* added = convolution.residual ? &residual : nullptr;
  std::vector<std::uint8_t> expected(residual.size());
  portable_convolution(convolution, images, x.data(), added != nullptr ? added->data() : nullptr,
                       expected.data());
  EXPECT_EQ(by_winograd(convolution, images, x, added), expected);
}

TEST_F(IntegerWinogradTest, GivesTheBytesOfThePortableConvolution) {
  struct Case {
    std::int64_t in, out, height, width, images;
  };
  const Case cases[] = {{16, 16, 32, 32, 1}, {16, 16, 8, 8, 9}, {32, 16, 7, 9, 2},  {16, 48, 1, 1, 3},
                        {64, 64, 8, 8, 5},   {48, 80, 5, 6, 3}, {80, 32, 3, 11, 2}, {32, 32, 4, 2, 40}};
  for (const auto& [in, out, height, width, images] : cases) {
    for (unsigned kind = 0; kind < 16; ++kind) {
      SCOPED_TRACE(::testing::Message()
                   << in << ' ' << out << ' ' << height << 'x' << width << " kind " << kind);
      IntegerConvolution convolution = test::random_convolution(in, out, height, width, random);
      convolution.input_is_signed = (kind & 1) != 0;
      convolution.output_is_signed = (kind & 2) != 0;
      if ((kind & 4) != 0)
        convolution.residual = {.is_signed = (kind & 8) != 0, .shift = kind % 3 == 0 ? 2 : -1};
      expect_equal(convolution, images, random_bytes(images * element_count(convolution.input), random),
                   random);
    }
  }
}

TEST_F(IntegerWinogradTest, GivesThemAlsoWithSoManyChannelsThatMoreTilesAreTakenTogether) {
  IntegerConvolution convolution = test::random_convolution(272, 256, 5, 5, random);
  convolution.residual = {.is_signed = true, .shift = -1};
  expect_equal(convolution, 9, random_bytes(9 * element_count(convolution.input), random), random);
}

TEST_F(IntegerWinogradTest, AddsResidualsOfEveryShift) {
  for (int shift = -6; shift <= 6; ++shift) {
    for (const bool is_signed : {false, true}) {
      SCOPED_TRACE(::testing::Message() << shift << (is_signed ? " signed" : ""));
      IntegerConvolution convolution = test::random_convolution(16, 32, 6, 6, random);
      convolution.residual = {.is_signed = is_signed, .shift = shift};
      convolution.output_is_signed = is_signed;
      // Down to where sums leave 16 bits before the residual is added.
      for (std::size_t c = 0; c < convolution.shift.size(); ++c)
        convolution.shift[c] = std::max(static_cast<int>(c % 7) + 1, -shift);
      expect_equal(convolution, 2, random_bytes(2 * element_count(convolution.input), random), random);
    }
  }
}

TEST_F(IntegerWinogradTest, TakesNoResidualForZeros) {
  IntegerConvolution convolution = test::random_convolution(16, 16, 6, 6, random);
  convolution.residual = {.is_signed = false, .shift = -2};
  const auto x = random_bytes(element_count(convolution.input), random);
  const std::vector<std::uint8_t> zeros(static_cast<std::size_t>(element_count(convolution.output)));
  EXPECT_EQ(by_winograd(convolution, 1, x, nullptr), by_winograd(convolution, 1, x, &zeros));
}

/// The largest weights and inputs, with the signs that one entry of a transform asks for.
TEST_F(IntegerWinogradTest, IsExactWhereEveryProductIsAsLargeAsItGets) {
  const auto signs = [](unsigned pattern, unsigned i) { return (pattern >> i & 1U) != 0; };
  for (const bool is_signed : {false, true}) {
    for (unsigned pattern = 0; pattern < 512; pattern += 5) {
      IntegerConvolution convolution = test::random_convolution(16, 16, 9, 9, random);
      convolution.input_is_signed = is_signed;
      convolution.output_is_signed = true;
      for (std::size_t i = 0; i < convolution.weight.size(); ++i)
        convolution.weight[i] = signs(pattern, static_cast<unsigned>(i % 9)) ? 127 : -127;
      convolution.shift.assign(16, 15);
      std::vector<std::uint8_t> x(static_cast<std::size_t>(element_count(convolution.input)));
      const std::uint8_t low = is_signed ? 0x80 : 0, high = is_signed ? 0x7F : 0xFF;
      for (std::size_t i = 0; i < x.size(); ++i) {
        const std::size_t row = i / 16 / 9, column = i / 16 % 9;
        x[i] = signs(pattern, static_cast<unsigned>(row % 3 * 3 + column % 3)) ? high : low;
      }
      expect_equal(convolution, 1, x, random);
      x.assign(x.size(), high);
      expect_equal(convolution, 1, x, random);
      for (std::size_t i = 0; i < x.size(); ++i) x[i] = (i / 16) % 2 == 0 ? high : low;
      expect_equal(convolution, 1, x, random);
    }
  }
}

/// The transforms of the header fit 16 bits: an entry is largest where every factor has the sign of its
/// coefficient, or the opposite one.
TEST(IntegerWinogradBounds, TransformsFitSixteenBits) {
  const int b[6][6] = {{4, 0, -5, 0, 1, 0},  {0, -4, -4, 1, 1, 0}, {0, 4, -4, -1, 1, 0},
                       {0, -2, -1, 2, 1, 0}, {0, 2, -1, -2, 1, 0}, {0, 4, 0, -5, 0, 1}};
  const int g[6][3] = {{6, 0, 0}, {-4, -4, -4}, {-4, 4, -4}, {1, 2, 4}, {1, -2, 4}, {0, 0, 3}};
  int unsigned_input = 0, signed_input = 0, weight = 0;
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) {
      int positive = 0, negative = 0, weights = 0;
      for (const int row : b[i]) {
        for (const int column : b[j]) (row * column > 0 ? positive : negative) += std::abs(row * column);
      }
      for (const int row : g[i]) {
        for (const int column : g[j]) weights += std::abs(row * column);
      }
      unsigned_input = std::max({unsigned_input, 255 * positive, 255 * negative});
      signed_input = std::max(signed_input, 128 * (positive + negative));
      weight = std::max(weight, 127 * weights);
    }
  }
  EXPECT_EQ(unsigned_input, 17340);
  EXPECT_EQ(signed_input, 12800);
  EXPECT_EQ(weight, 18288);
}

TEST_F(IntegerWinogradTest, SupportsItsKindOnly) {
  const IntegerConvolution convolution = test::random_convolution(16, 32, 8, 8, random);
  EXPECT_TRUE(IntegerWinograd::supports(convolution));
  const auto with = [&convolution](auto change) {
    IntegerConvolution changed = convolution;
    change(changed);
    return IntegerWinograd::supports(changed);
  };
  EXPECT_FALSE(with([](auto& c) { c.window.kernel = {1, 1}; }));
  EXPECT_FALSE(with([](auto& c) { c.window.stride = {2, 2}; }));
  EXPECT_FALSE(with([](auto& c) { c.window.dilation = {2, 2}; }));
  EXPECT_FALSE(with([](auto& c) { c.window.pad = {0, 1, 1, 1}; }));
  EXPECT_FALSE(with([](auto& c) { c.groups = 2; }));
  EXPECT_FALSE(with([](auto& c) { c.input[0] = 24; }));
  EXPECT_FALSE(with([](auto& c) { c.output[0] = 10; }));
  EXPECT_FALSE(with([](auto& c) { c.residual = {false, 7}; }));
  EXPECT_TRUE(with([](auto& c) { c.residual = {false, -6}; }));
}

}  // namespace
}  // namespace certus
