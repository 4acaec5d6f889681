#include "certus/kernels/float_direct.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/kernels/float_direct_avx512.h"
#include "certus/kernels/kernel_support.h"

namespace certus {
namespace {

constexpr std::int64_t kLanes = 16;

std::int64_t blocks_of(std::int64_t channels) {
  return (channels + kLanes - 1) / kLanes;
}

}  // namespace

bool FloatDirect::supports(const ConvOp& op) {
  return avx512_is_supported() && op.groups == 1 && op.window.dilation == std::array<std::int64_t, 2>{1, 1};
}

FloatDirect::FloatDirect(const Window& window, const Shape& input, const Shape& output, const float* weight,
                         const float* bias)
    : window_(window),
      input_(input),
      output_(output),
      weight_(static_cast<std::size_t>(blocks_of(output[0]) * kLanes * input[0] * window.kernel[0] *
                                       window.kernel[1])),
      bias_(static_cast<std::size_t>(blocks_of(output[0]) * kLanes)) {
  std::fill_n(weight_.data(), blocks_of(output[0]) * kLanes * input[0] * window.kernel[0] * window.kernel[1],
              0.0F);
  std::fill_n(bias_.data(), blocks_of(output[0]) * kLanes, 0.0F);
  const std::int64_t in = input[0], rows = window.kernel[0], columns = window.kernel[1];
  const std::int64_t places = in * rows * columns;
  for (std::int64_t o = 0; o < output[0]; ++o) {
    bias_.data()[o] = bias[o];
    float* const packed = weight_.data() + o / kLanes * places * kLanes + o % kLanes;
    for (std::int64_t c = 0; c < in; ++c) {
      for (std::int64_t at = 0; at < rows * columns; ++at) {
        packed[(at * in + c) * kLanes] = weight[(o * in + c) * rows * columns + at];
      }
    }
  }
}

std::size_t FloatDirect::scratch_floats() const {
  const std::int64_t height = input_[1] + window_.pad[0] + window_.pad[2];
  const std::int64_t width = input_[2] + window_.pad[1] + window_.pad[3];
  return static_cast<std::size_t>(input_[0] * height * width);
}

void FloatDirect::run(std::int64_t images, const float* x, bool relu, float* y, float* scratch) const {
  const std::int64_t in = input_[0], height = input_[1], width = input_[2];
  const std::int64_t row_stride = (width + window_.pad[1] + window_.pad[3]) * in;
  const bool has_border = window_.pad != std::array<std::int64_t, 4>{};
  if (has_border) std::fill_n(scratch, scratch_floats(), 0.0F);
  for (std::int64_t i = 0; i < images; ++i) {
    const float* const image = x + i * in * height * width;
    if (has_border) {
      for (std::int64_t row = 0; row < height; ++row) {
        std::copy_n(image + row * width * in, width * in,
                    scratch + (row + window_.pad[0]) * row_stride + window_.pad[1] * in);
      }
    }
    const auto size = [](std::int64_t n) { return static_cast<std::size_t>(n); };
    const FloatDirectTask task{.out = size(output_[0]),
                               .height = size(output_[1]),
                               .width = size(output_[2]),
                               .window_rows = size(window_.kernel[0]),
                               .run = size(window_.kernel[1] * in),
                               .row_stride = size(row_stride),
                               .step_x = size(window_.stride[1] * in),
                               .step_y = size(window_.stride[0] * row_stride),
                               .x = has_border ? scratch : image,
                               .weight = weight_.data(),
                               .bias = bias_.data()};
#if defined(__x86_64__)
    run_float_direct_avx512(task, relu, y + i * element_count(output_));
#else
    static_cast<void>(task);
    static_cast<void>(relu);
    static_cast<void>(y);
    CERTUS_CHECK(false);  // supports() said no
#endif
  }
}

}  // namespace certus
