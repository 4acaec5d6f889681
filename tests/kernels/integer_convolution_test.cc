#include "certus/kernels/integer_convolution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "certus/base/error.h"
#include "support/random_convolution.h"

namespace certus {
namespace {

using test::random_bytes;

/// The definition, pixel by pixel in 64 bits.
std::vector<std::uint8_t> defined(const IntegerConvolution& q, std::int64_t images,
                                  const std::vector<std::uint8_t>& x,
                                  const std::vector<std::uint8_t>& residual) {
  const auto value = [](std::uint8_t byte, bool is_signed) {
    return is_signed ? std::int64_t{static_cast<std::int8_t>(byte)} : std::int64_t{byte};
  };
  const std::int64_t in = q.input[0] / q.groups, out = q.output[0] / q.groups;
  std::vector<std::uint8_t> y;
  for (std::int64_t n = 0; n < images; ++n) {
    for (std::int64_t i = 0; i < q.output[1]; ++i) {
      for (std::int64_t j = 0; j < q.output[2]; ++j) {
        for (std::int64_t c = 0; c < q.output[0]; ++c) {
          std::int64_t sum = q.bias[static_cast<std::size_t>(c)];
          for (std::int64_t k = 0; k < in; ++k) {
            for (std::int64_t a = 0; a < q.window.kernel[0]; ++a) {
              for (std::int64_t b = 0; b < q.window.kernel[1]; ++b) {
                const std::int64_t row = i * q.window.stride[0] - q.window.pad[0] + a * q.window.dilation[0];
                const std::int64_t column =
                    j * q.window.stride[1] - q.window.pad[1] + b * q.window.dilation[1];
                if (row < 0 || row >= q.input[1] || column < 0 || column >= q.input[2]) continue;
                const std::int64_t at =
                    ((n * q.input[1] + row) * q.input[2] + column) * q.input[0] + c / out * in + k;
                const std::int64_t w = ((c * in + k) * q.window.kernel[0] + a) * q.window.kernel[1] + b;
                sum += value(x[static_cast<std::size_t>(at)], q.input_is_signed) *
                       q.weight[static_cast<std::size_t>(w)];
              }
            }
          }
          const int shift = q.shift[static_cast<std::size_t>(c)];
          if (q.residual)
            sum += value(residual[y.size()], q.residual->is_signed) << (shift + q.residual->shift);
          const std::int64_t low = q.output_is_signed ? -128 : 0;
          y.push_back(static_cast<std::uint8_t>(std::clamp(sum >> shift, low, low + 255)));
        }
      }
    }
  }
  return y;
}

std::vector<std::uint8_t> portable(const IntegerConvolution& q, std::int64_t images,
                                   const std::vector<std::uint8_t>& x,
                                   const std::vector<std::uint8_t>& residual) {
  std::vector<std::uint8_t> y(static_cast<std::size_t>(images * element_count(q.output)));
  portable_convolution(q, images, x.data(), q.residual ? residual.data() : nullptr, y.data());
  return y;
}

TEST(PortableConvolution, IsItsDefinition) {
  struct Case {
    Window window;
    std::int64_t groups;
    Shape input, output;
  };
  const Case cases[] = {
      {{.kernel = {3, 3}, .pad = {1, 1, 1, 1}}, 1, {5, 6, 7}, {4, 6, 7}},
      {{.kernel = {1, 1}}, 1, {3, 2, 2}, {2, 2, 2}},
      {{.kernel = {3, 2}, .stride = {2, 1}, .pad = {0, 1, 2, 0}}, 1, {3, 8, 5}, {6, 4, 5}},
      {{.kernel = {3, 3}, .dilation = {2, 3}, .pad = {2, 3, 2, 3}}, 1, {4, 5, 6}, {3, 5, 6}},
      {{.kernel = {3, 3}, .stride = {2, 2}, .pad = {1, 1, 1, 1}}, 2, {6, 7, 8}, {4, 4, 4}},
      {{.kernel = {3, 3}, .pad = {1, 1, 1, 1}}, 8, {8, 4, 3}, {8, 4, 3}},
      {{.kernel = {7, 7}, .pad = {3, 3, 3, 3}}, 1, {3, 2, 1}, {2, 2, 1}},  // more window than image
  };
  std::mt19937 random(1);
  std::vector<bool> seen(256);
  for (const Case& c : cases) {
    for (unsigned kind = 0; kind < 16; ++kind) {
      SCOPED_TRACE(::testing::Message() << shape_text(c.input) << " kind " << kind);
      IntegerConvolution q{.window = c.window, .groups = c.groups, .input = c.input, .output = c.output};
      q.input_is_signed = (kind & 1) != 0;
      q.output_is_signed = (kind & 2) != 0;
      if ((kind & 4) != 0) q.residual = {.is_signed = (kind & 8) != 0, .shift = kind % 3 == 0 ? 1 : -2};
      test::fill_randomly(q, random);
      check_bounds(q);
      const auto x = random_bytes(3 * element_count(c.input), random);
      const auto residual = random_bytes(3 * element_count(c.output), random);
      const auto expected = defined(q, 3, x, residual);
      EXPECT_EQ(portable(q, 3, x, residual), expected);
      for (const std::uint8_t byte : expected) seen[byte] = true;
    }
  }
  EXPECT_TRUE(seen[0] && seen[255] && seen[127] && seen[128]);  // both ends of both types were reached
}

TEST(PortableConvolution, MayWriteOverTheResidual) {
  std::mt19937 random(2);
  IntegerConvolution q = test::random_convolution(16, 16, 5, 5, random);
  q.residual = {.is_signed = false, .shift = -1};
  const auto x = random_bytes(2 * element_count(q.input), random);
  auto y = random_bytes(2 * element_count(q.output), random);
  const auto expected = defined(q, 2, x, y);
  portable_convolution(q, 2, x.data(), y.data(), y.data());
  EXPECT_EQ(y, expected);
}

/// One weight for each of two channels: 1x1 on one input channel.
IntegerConvolution two_channels() {
  return {.input = {1, 1, 1},
          .output = {2, 1, 1},
          .weight = {1, 127},
          .bias = {0, 0},
          .shift = {1, 8},
          .residual = {}};
}

std::string message_of(const IntegerConvolution& q) {
  try {
    check_bounds(q);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(CheckBounds, AllowsEverythingBelowTheLimitAndNothingThatReachesIt) {
  constexpr std::int32_t kLimit = 1 << 23;
  IntegerConvolution q = two_channels();
  q.bias[1] = kLimit - 1 - 127 * 255;
  EXPECT_EQ(message_of(q), "");
  ++q.bias[1];
  EXPECT_EQ(message_of(q),
            "integer convolution: channel 1: the sum with its bias can be in [8356095, 8388608], which "
            "reaches 2^23");
  q.bias[1] = -kLimit + 1 + (1 << (q.shift[1] - 1));
  EXPECT_EQ(message_of(q), "");
  --q.bias[1];
  EXPECT_NE(message_of(q).find("channel 1"), std::string::npos);

  q = two_channels();
  q.input_is_signed = true;
  q.bias[1] = -kLimit + 1 + 127 * 128 + (1 << (q.shift[1] - 1));
  EXPECT_EQ(message_of(q), "");
  --q.bias[1];
  EXPECT_NE(message_of(q).find("channel 1"), std::string::npos);

  q = two_channels();
  q.residual = {.is_signed = false, .shift = 6};
  q.bias[1] = kLimit - 1 - 127 * 255 - (255 << 14);
  EXPECT_EQ(message_of(q), "");
  ++q.bias[1];
  EXPECT_NE(message_of(q).find("channel 1: the sum with its residual"), std::string::npos);
}

TEST(CheckBounds, CountsEveryProductOfTheWindow) {
  IntegerConvolution q{
      .window = {.kernel = {3, 3}, .pad = {1, 1, 1, 1}}, .input = {32, 1, 1}, .output = {1, 1, 1}};
  q.weight.assign(32 * 9, 127);  // 127 * 255 * 288 > 2^23
  q.bias = {0};
  q.shift = {1};
  EXPECT_NE(message_of(q).find("channel 0: the sum of products"), std::string::npos);
  std::fill(q.weight.begin(), q.weight.begin() + 32, std::int8_t{0});
  EXPECT_EQ(message_of(q), "");
}

TEST(CheckBounds, NamesWhatDoesNotFit) {
  const auto with = [](auto change) {
    IntegerConvolution q = two_channels();
    change(q);
    return message_of(q);
  };
  EXPECT_NE(with([](auto& q) { q.shift[1] = 23; }).find("channel 1 is shifted by 23"), std::string::npos);
  EXPECT_NE(with([](auto& q) { q.shift[0] = 0; }).find("channel 0 is shifted by 0"), std::string::npos);
  EXPECT_NE(with([](auto& q) { q.weight[1] = -128; }).find("channel 1 has the weight -128"),
            std::string::npos);
  EXPECT_NE(with([](auto& q) {
              q.residual = {false, -2};
            }).find("channel 0 shifts its residual by -1"),
            std::string::npos);
  EXPECT_NE(with([](auto& q) { q.weight.pop_back(); }).find("1 weights, expected 2"), std::string::npos);
  EXPECT_NE(with([](auto& q) { q.bias.pop_back(); }).find("1 biases and 2 shifts"), std::string::npos);
  EXPECT_NE(with([](auto& q) { q.output[1] = 2; }).find("makes 1 rows"), std::string::npos);
  EXPECT_NE(with([](auto& q) { q.groups = 2; }).find("2 groups"), std::string::npos);
  EXPECT_NE(with([](auto& q) { q.input = {1}; }).find("not both channels"), std::string::npos);
}

}  // namespace
}  // namespace certus
