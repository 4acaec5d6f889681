#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "certus/kernels/integer_convolution.h"

namespace certus::test {

inline std::vector<std::uint8_t> random_bytes(std::int64_t count, std::mt19937& random) {
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(count));
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
  return bytes;
}

inline int random_between(int low, int high, std::mt19937& random) {
  return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
}

/// Weights as large as check_bounds certainly allows, biases and shifts such that results of all sizes occur,
/// also beyond the ends of a byte.
inline void fill_randomly(IntegerConvolution& convolution, std::mt19937& random) {
  const auto outputs = static_cast<std::size_t>(convolution.output[0]);
  const std::int64_t window =
      convolution.input[0] / convolution.groups * convolution.window.kernel[0] * convolution.window.kernel[1];
  const int largest = static_cast<int>(std::min<std::int64_t>(127, (1 << 22) / (256 * window)));
  convolution.weight.resize(outputs * static_cast<std::size_t>(window));
  for (std::int8_t& weight : convolution.weight)
    weight = static_cast<std::int8_t>(random_between(-largest, largest, random));
  convolution.bias.resize(outputs);
  for (std::int32_t& bias : convolution.bias) bias = random_between(-20'000, 20'000, random);
  convolution.shift.resize(outputs);
  for (int& shift : convolution.shift) shift = random_between(2, 9, random);
  if (convolution.residual) {
    for (int& shift : convolution.shift) shift = std::max(shift, -convolution.residual->shift);
  }
}

/// A window of 3x3 with stride 1 and one pixel of padding, unsigned bytes and no residual.
inline IntegerConvolution random_convolution(std::int64_t in, std::int64_t out, std::int64_t height,
                                             std::int64_t width, std::mt19937& random) {
  IntegerConvolution convolution{.window = {.kernel = {3, 3}, .pad = {1, 1, 1, 1}},
                                 .input = {in, height, width},
                                 .output = {out, height, width}};
  fill_randomly(convolution, random);
  return convolution;
}

}  // namespace certus::test
