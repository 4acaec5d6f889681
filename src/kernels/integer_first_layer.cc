#include "certus/kernels/integer_first_layer.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include "certus/base/error.h"
#include "certus/kernels/integer_first_layer_vnni.h"
#include "certus/kernels/kernel_support.h"

namespace certus {
namespace {

constexpr std::int64_t kLanes = 16;

/// Number of pixels that the window covers, including those between its columns or rows.
std::int64_t extent(const Window& window, std::size_t axis) {
  return window.dilation[axis] * (window.kernel[axis] - 1) + 1;
}

void check_sizes(const IntegerFirstLayer& layer) {
  const auto& [window, input, output, scale, offset, limit, weight, bias, shift, is_signed] = layer;
  if (input.size() != 3 || output.size() != 3)
    fail(ErrorKind::kEngine, "first layer: input ", shape_text(input), " and output ", shape_text(output),
         " are not both channels, height, width");
  for (const std::size_t axis : {0U, 1U}) {
    const std::int64_t padded = input[axis + 1] + window.pad[axis] + window.pad[axis + 2];
    const std::int64_t expected = (padded - extent(window, axis)) / window.stride[axis] + 1;
    if (padded < extent(window, axis) || output[axis + 1] != expected)
      fail(ErrorKind::kEngine, "first layer: the window makes ", expected, axis == 0 ? " rows" : " columns",
           " of ", shape_text(input), ", the output is ", shape_text(output));
  }
  if (*std::min_element(window.pad.begin(), window.pad.end()) < 0)
    fail(ErrorKind::kEngine, "first layer: its padding is negative");
  if (limit < 1) fail(ErrorKind::kEngine, "first layer: the limit ", limit, " is not positive");
  if (std::cmp_not_equal(scale.size(), input[0]) || std::cmp_not_equal(offset.size(), input[0]))
    fail(ErrorKind::kEngine, "first layer: ", scale.size(), " scales and ", offset.size(), " offsets for ",
         input[0], " input channels");
  const std::int64_t taps = input[0] * window.kernel[0] * window.kernel[1];
  if (std::cmp_not_equal(weight.size(), output[0] * taps))
    fail(ErrorKind::kEngine, "first layer: ", weight.size(), " weights, expected ", output[0] * taps);
  if (std::cmp_not_equal(bias.size(), output[0]) || std::cmp_not_equal(shift.size(), output[0]))
    fail(ErrorKind::kEngine, "first layer: ", bias.size(), " biases and ", shift.size(), " shifts for ",
         output[0], " output channels");
}

/// Fails unless the sums of every output channel are exact in 32 bits, in any order of addition.
void check_sums(const IntegerFirstLayer& layer) {
  const std::size_t taps = layer.weight.size() / layer.bias.size();
  for (std::size_t c = 0; c < layer.bias.size(); ++c) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < taps; ++i) sum += std::abs(std::int64_t{layer.weight[c * taps + i]});
    const std::int64_t bound = sum * layer.limit + std::abs(std::int64_t{layer.bias[c]});
    if (bound > std::numeric_limits<std::int32_t>::max())
      fail(ErrorKind::kEngine, "first layer: output channel ", c, " may reach ", bound,
           ", which is not below 2^31");
    if (layer.shift[c] < 0 || layer.shift[c] > 31)
      fail(ErrorKind::kEngine, "first layer: output channel ", c, " is shifted by ", layer.shift[c],
           ", expected 0 to 31");
  }
}

void quantize_image(const FirstLayerTask& task, const float* x, std::int16_t* image) {
  for (std::int64_t c = 0; c < task.channels; ++c) {
    for (std::int64_t row = 0; row < task.height; ++row) {
      const float* from = x + (c * task.height + row) * task.width;
      std::int16_t* to = image + task.first + row * task.row_length + c;
      for (std::int64_t p = 0; p < task.width; ++p) {
        float value = from[p] * task.scale[c] + task.offset[c];
        value = value > -task.limit ? value : -task.limit;  // also where it is NaN
        value = value < task.limit ? value : task.limit;
        to[p * task.channels] = static_cast<std::int16_t>(std::lrint(value));
      }
    }
  }
}

void convolve_image(const FirstLayerTask& task, const std::int16_t* image, std::uint8_t* y) {
  const std::int32_t lowest = task.output_is_signed ? -128 : 0, highest = task.output_is_signed ? 127 : 255;
  for (std::int64_t pixel = 0; pixel < task.out_height * task.out_width; ++pixel) {
    const std::int16_t* x =
        image + pixel / task.out_width * task.row_stride + pixel % task.out_width * task.column_stride;
    for (std::int64_t first = 0; first < task.out_channels; first += kLanes) {
      std::int32_t sum[kLanes];
      std::copy_n(task.bias + first, kLanes, sum);
      for (std::int64_t row = 0; row < task.window_rows; ++row) {
        for (std::int64_t pair = 0; pair < task.pairs; ++pair) {
          const std::int16_t* numbers = x + row * task.window_row_step + 2 * pair;
          const std::int16_t* weight =
              task.weight + 2 * ((row * task.pairs + pair) * task.blocks * kLanes + first);
          for (std::int64_t i = 0; i < kLanes; ++i) {
            sum[i] += std::int32_t{weight[2 * i]} * numbers[0] + std::int32_t{weight[2 * i + 1]} * numbers[1];
          }
        }
      }
      const std::int64_t channels = std::min(kLanes, task.out_channels - first);
      for (std::int64_t i = 0; i < channels; ++i) {
        const std::int32_t value = sum[i] >> task.shift[first + i];
        y[pixel * task.out_channels + first + i] =
            static_cast<std::uint8_t>(std::clamp(value, lowest, highest));
      }
    }
  }
}

}  // namespace

FirstLayerKernel::FirstLayerKernel(const IntegerFirstLayer& layer)
    : window_(layer.window),
      input_(layer.input),
      output_(layer.output),
      scale_(layer.scale),
      offset_(layer.offset),
      limit_(layer.limit),
      output_is_signed_(layer.output_is_signed),
      has_vnni_(vnni_is_supported()) {
  check_sizes(layer);
  check_sums(layer);
  const std::int64_t in = input_[0], out = output_[0], blocks = (out + kLanes - 1) / kLanes;
  const auto [rows, columns] = window_.kernel;
  pairs_ = (extent(window_, 1) * in + 1) / 2;
  weight_.resize(static_cast<std::size_t>(rows * pairs_ * blocks));
  bias_.resize(static_cast<std::size_t>(blocks));
  shift_.resize(static_cast<std::size_t>(blocks));
  const std::int16_t* weight = layer.weight.data();
  for (std::int64_t o = 0; o < out; ++o) {
    const auto block = static_cast<std::size_t>(o / kLanes);
    const std::int64_t lane = o % kLanes;
    bias_[block].of[lane] = layer.bias[static_cast<std::size_t>(o)];
    shift_[block].of[lane] = layer.shift[static_cast<std::size_t>(o)];
    for (std::int64_t c = 0; c < in; ++c) {
      for (std::int64_t row = 0; row < rows; ++row) {
        for (std::int64_t column = 0; column < columns; ++column) {
          const std::int64_t number = column * window_.dilation[1] * in + c;
          const std::int64_t pair = row * pairs_ + number / 2;
          weight_[static_cast<std::size_t>(pair * blocks) + block].of[lane][number % 2] = *weight++;
        }
      }
    }
  }
}

FirstLayerTask FirstLayerKernel::task() const {
  const std::int64_t in = input_[0];
  const std::int64_t row_length = (input_[2] + window_.pad[1] + window_.pad[3]) * in;
  return {.channels = in,
          .height = input_[1],
          .width = input_[2],
          .out_channels = output_[0],
          .out_height = output_[1],
          .out_width = output_[2],
          .blocks = static_cast<std::int64_t>(bias_.size()),
          .row_length = row_length,
          .first = window_.pad[0] * row_length + window_.pad[1] * in,
          .row_stride = window_.stride[0] * row_length,
          .column_stride = window_.stride[1] * in,
          .window_rows = window_.kernel[0],
          .window_row_step = window_.dilation[0] * row_length,
          .pairs = pairs_,
          .scale = scale_.data(),
          .offset = offset_.data(),
          .limit = limit_,
          .weight = weight_[0].of[0],
          .bias = bias_[0].of,
          .shift = shift_[0].of,
          .output_is_signed = output_is_signed_};
}

std::size_t FirstLayerKernel::scratch_bytes() const {
  const FirstLayerTask layer = task();
  const std::int64_t rows = input_[1] + window_.pad[0] + window_.pad[2];
  const std::int64_t beyond = std::int64_t{kFirstLayerVectors} * layer.column_stride + 2;
  return static_cast<std::size_t>(rows * layer.row_length + beyond) * sizeof(std::int16_t);
}

void FirstLayerKernel::run(std::int64_t images, const float* x, std::uint8_t* y, std::byte* scratch) const {
  const FirstLayerTask layer = task();
  std::fill_n(scratch, scratch_bytes(), std::byte{0});  // the padding, which is the same for all images
  auto* image = reinterpret_cast<std::int16_t*>(scratch);
  for (std::int64_t i = 0; i < images; ++i) {
    const float* from = x + i * element_count(input_);
    std::uint8_t* to = y + i * element_count(output_);
#if defined(__x86_64__)
    if (has_vnni_) {
      quantize_image_vnni(layer, from, image);
      convolve_image_vnni(layer, image, to);
      continue;
    }
#endif
    quantize_image(layer, from, image);
    convolve_image(layer, image, to);
  }
}

}  // namespace certus
