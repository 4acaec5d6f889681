#include "certus/kernels/integer_convolution.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "certus/base/error.h"

namespace certus {
namespace {

constexpr std::int64_t kLimit = std::int64_t{1} << 23;

/// The range of values that a sum can take. It contains 0 whenever it is a sum of products.
struct Range {
  std::int64_t low = 0, high = 0;
  void add(const Range& other) {
    low += other.low;
    high += other.high;
  }
};

Range byte_range(bool is_signed) {
  return is_signed ? Range{-128, 127} : Range{0, 255};
}

Range scaled(const Range& range, std::int64_t factor) {
  const std::int64_t a = range.low * factor, b = range.high * factor;
  return {std::min(a, b), std::max(a, b)};
}

std::int64_t outputs_along(const Window& window, std::size_t axis, std::int64_t size) {
  const std::int64_t extent = window.dilation[axis] * (window.kernel[axis] - 1) + 1;
  return (size + window.pad[axis] + window.pad[axis + 2] - extent) / window.stride[axis] + 1;
}

void check_sizes(const IntegerConvolution& convolution) {
  const Window& window = convolution.window;
  const Shape &input = convolution.input, &output = convolution.output;
  const std::int64_t groups = convolution.groups;
  const std::size_t weights = convolution.weight.size(), biases = convolution.bias.size(),
                    shifts = convolution.shift.size();
  if (input.size() != 3 || output.size() != 3)
    fail(ErrorKind::kEngine, "integer convolution: input ", shape_text(input), " and output ",
         shape_text(output), " are not both channels, height, width");
  if (groups < 1 || input[0] % groups != 0 || output[0] % groups != 0)
    fail(ErrorKind::kEngine, "integer convolution: ", groups, " groups do not divide the channels of ",
         shape_text(input), " and ", shape_text(output));
  for (const std::size_t axis : {0U, 1U}) {
    if (output[axis + 1] != outputs_along(window, axis, input[axis + 1]))
      fail(ErrorKind::kEngine, "integer convolution: the window makes ",
           outputs_along(window, axis, input[axis + 1]), axis == 0 ? " rows" : " columns", " of ",
           shape_text(input), ", the output is ", shape_text(output));
  }
  const auto expected = output[0] * (input[0] / groups) * window.kernel[0] * window.kernel[1];
  if (std::cmp_not_equal(weights, expected))
    fail(ErrorKind::kEngine, "integer convolution: ", weights, " weights, expected ", expected);
  if (std::cmp_not_equal(biases, output[0]) || std::cmp_not_equal(shifts, output[0]))
    fail(ErrorKind::kEngine, "integer convolution: ", biases, " biases and ", shifts, " shifts for ",
         output[0], " output channels");
}

/// Sum of a[i] * b[i].
std::int32_t dot(const std::int16_t* a, const std::int16_t* b, std::int64_t length) {
  std::int32_t sum = 0;
  for (std::int64_t i = 0; i < length; ++i) sum += std::int32_t{a[i]} * std::int32_t{b[i]};
  return sum;
}

std::int32_t byte_value(std::uint8_t byte, bool is_signed) {
  return is_signed ? std::int32_t{static_cast<std::int8_t>(byte)} : std::int32_t{byte};
}

/// Weights as out x height x width x in/groups: numbers that are multiplied together are stored together, in
/// the type that compilers multiply fastest.
std::vector<std::int16_t> channels_last(const IntegerConvolution& convolution) {
  const std::int64_t in = convolution.input[0] / convolution.groups;
  const std::int64_t area = convolution.window.kernel[0] * convolution.window.kernel[1];
  std::vector<std::int16_t> packed(convolution.weight.size());
  auto next = packed.begin();
  for (std::int64_t out = 0; out < convolution.output[0]; ++out) {
    for (std::int64_t at = 0; at < area; ++at) {
      for (std::int64_t c = 0; c < in; ++c) {
        const std::int8_t weight = convolution.weight[static_cast<std::size_t>((out * in + c) * area + at)];
        *next++ = weight;
      }
    }
  }
  return packed;
}

/// The offsets k of a window at `first` for which first + k * dilation lies in [0, size).
std::pair<std::int64_t, std::int64_t> inside(std::int64_t first, std::int64_t dilation, std::int64_t kernel,
                                             std::int64_t size) {
  const std::int64_t begin = first < 0 ? (-first + dilation - 1) / dilation : 0;
  const std::int64_t end = first < size ? std::min(kernel, (size - 1 - first) / dilation + 1) : 0;
  return {begin, std::max(begin, end)};
}

}  // namespace

void check_bounds(const IntegerConvolution& convolution) {
  check_sizes(convolution);
  const std::size_t window =
      convolution.weight.size() / std::max<std::size_t>(1, convolution.bias.size());  // of one channel
  for (std::size_t c = 0; c < convolution.bias.size(); ++c) {
    const int shift = convolution.shift[c];
    if (shift < 1 || shift > 22)
      fail(ErrorKind::kEngine, "integer convolution: channel ", c, " is shifted by ", shift,
           ", expected 1 to 22");
    const auto check = [c](const Range& range, const char* what) {
      if (range.low <= -kLimit || range.high >= kLimit)
        fail(ErrorKind::kEngine, "integer convolution: channel ", c, ": ", what, " can be in [", range.low,
             ", ", range.high, "], which reaches 2^23");
    };
    Range range;
    for (std::size_t i = 0; i < window; ++i) {
      const std::int8_t weight = convolution.weight[c * window + i];
      if (weight == -128)
        fail(ErrorKind::kEngine, "integer convolution: channel ", c, " has the weight -128");
      range.add(scaled(byte_range(convolution.input_is_signed), weight));
    }
    check(range, "the sum of products");
    // Rounding to the nearest starts half a step lower (onednn_convolution.cc).
    range.add({convolution.bias[c] - (std::int64_t{1} << (shift - 1)), convolution.bias[c]});
    check(range, "the sum with its bias");
    if (!convolution.residual) continue;
    const int residual_shift = shift + convolution.residual->shift;
    if (residual_shift < 0 || residual_shift > 22)
      fail(ErrorKind::kEngine, "integer convolution: channel ", c, " shifts its residual by ", residual_shift,
           ", expected 0 to 22");
    range.add(scaled(byte_range(convolution.residual->is_signed), std::int64_t{1} << residual_shift));
    check(range, "the sum with its residual");
  }
}

void portable_convolution(const IntegerConvolution& convolution, std::int64_t images, const std::uint8_t* x,
                          const std::uint8_t* residual, std::uint8_t* y) {
  const Window& window = convolution.window;
  const auto [rows, columns] = window.kernel;
  const std::int64_t channels = convolution.input[0], height = convolution.input[1],
                     width = convolution.input[2];
  const std::int64_t in = channels / convolution.groups, out = convolution.output[0] / convolution.groups;
  const std::vector<std::int16_t> weight = channels_last(convolution);
  const Range range = byte_range(convolution.output_is_signed);
  // Neighbouring columns of one group follow each other in the weights and in the image, so they form
  // one long product.
  const bool joined = convolution.groups == 1 && window.dilation[1] == 1;

  std::vector<std::int16_t> image(static_cast<std::size_t>(channels * height * width));
  for (std::int64_t n = 0; n < images; ++n) {
    for (std::int16_t& value : image)
      value = static_cast<std::int16_t>(byte_value(*x++, convolution.input_is_signed));
    for (std::int64_t i = 0; i < convolution.output[1]; ++i) {
      const std::int64_t top = i * window.stride[0] - window.pad[0];
      const auto [row_begin, row_end] = inside(top, window.dilation[0], rows, height);
      for (std::int64_t j = 0; j < convolution.output[2]; ++j) {
        const std::int64_t left = j * window.stride[1] - window.pad[1];
        const auto [column_begin, column_end] = inside(left, window.dilation[1], columns, width);
        for (std::int64_t c = 0; c < convolution.output[0]; ++c) {
          std::int32_t sum = convolution.bias[static_cast<std::size_t>(c)];
          for (std::int64_t row = row_begin; row < row_end; ++row) {
            const std::int16_t* line =
                image.data() + (top + row * window.dilation[0]) * width * channels + c / out * in;
            const std::int16_t* line_weight = weight.data() + (c * rows + row) * columns * in;
            if (joined) {
              sum += dot(line_weight + column_begin * in, line + (left + column_begin) * channels,
                         (column_end - column_begin) * in);
            } else {
              for (std::int64_t column = column_begin; column < column_end; ++column)
                sum += dot(line_weight + column * in, line + (left + column * window.dilation[1]) * channels,
                           in);
            }
          }
          const int shift = convolution.shift[static_cast<std::size_t>(c)];
          if (residual != nullptr)
            sum += byte_value(*residual++, convolution.residual->is_signed)
                   << (shift + convolution.residual->shift);
          *y++ = static_cast<std::uint8_t>(std::clamp<std::int64_t>(sum >> shift, range.low, range.high));
        }
      }
    }
  }
}

}  // namespace certus
