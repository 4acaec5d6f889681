#include "certus/kernels/float_direct.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/kernels/float_direct_avx512.h"
#include "certus/kernels/kernel_support.h"

namespace certus {
namespace {

constexpr std::int64_t kLanes = 16;

/// Number of blocks of outputs to compute side by side. A few outputs beyond whole blocks are cheaper to
/// compute one by one, provided that the rows of the window are longer than what is added up at a time.
std::int64_t blocks_of(std::int64_t outputs, std::int64_t run) {
  constexpr std::int64_t kFew = 4;
  const std::int64_t whole = outputs / kLanes;
  const bool rest_is_few = outputs % kLanes <= kFew && run >= 4 * kLanes;
  return rest_is_few ? whole : (outputs + kLanes - 1) / kLanes;
}

std::int64_t whole_vectors(std::int64_t floats) {
  return (floats + kLanes - 1) / kLanes * kLanes;
}

AlignedFloats zeros(std::int64_t count) {
  AlignedFloats floats(static_cast<std::size_t>(count));
  std::fill_n(floats.data(), count, 0.0F);
  return floats;
}

}  // namespace

bool FloatDirect::supports(const Window& window, std::int64_t groups) {
  return avx512_is_supported() && groups == 1 && window.dilation == std::array<std::int64_t, 2>{1, 1};
}

FloatDirect::FloatDirect(const Window& window, const Shape& input, const Shape& output, const float* weight,
                         const float* bias)
    : window_(window),
      input_(input),
      output_(output),
      blocks_(blocks_of(output[0], window.kernel[1] * input[0])),
      rest_row_(whole_vectors(window.kernel[1] * input[0])),
      weight_(zeros(blocks_ * kLanes * input[0] * window.kernel[0] * window.kernel[1])),
      rest_(zeros(std::max<std::int64_t>(0, output[0] - blocks_ * kLanes) * window.kernel[0] * rest_row_)),
      bias_(zeros(whole_vectors(output[0]))) {
  const std::int64_t in = input[0], rows = window.kernel[0], columns = window.kernel[1];
  std::copy_n(bias, output[0], bias_.data());
  for (std::int64_t o = 0; o < output[0]; ++o) {
    for (std::int64_t c = 0; c < in; ++c) {
      for (std::int64_t at = 0; at < rows * columns; ++at) {
        const float w = weight[(o * in + c) * rows * columns + at];
        if (o < blocks_ * kLanes) {
          weight_.data()[((o / kLanes * rows * columns + at) * in + c) * kLanes + o % kLanes] = w;
        } else {
          rest_.data()[((o - blocks_ * kLanes) * rows + at / columns) * rest_row_ + at % columns * in + c] =
              w;
        }
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
                               .bias = bias_.data(),
                               .blocks = size(blocks_),
                               .rest = rest_.data(),
                               .rest_row = size(rest_row_)};
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
