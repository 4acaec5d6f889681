#include "certus/kernels/integer_winograd.h"

#include <algorithm>
#include <cstdlib>

#include "certus/base/error.h"
#include "certus/kernels/kernel_support.h"

namespace certus {
namespace {

constexpr std::int64_t kBlock = 16;

/// The matrix g of the header: 24 G, except for the last row, which is an eighth of that.
constexpr int kTransform[6][3] = {{6, 0, 0}, {-4, -4, -4}, {-4, 4, -4}, {1, 2, 4}, {1, -2, 4}, {0, 0, 3}};

/// Entry (i, j) of g w g^T.
int transformed(const std::int8_t* window, int i, int j) {
  int sum = 0;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column)
      sum += kTransform[i][row] * kTransform[j][column] * window[row * 3 + column];
  }
  return sum;
}

bool processor_has_the_instructions() {
#if defined(__x86_64__)
  return vnni_is_supported() && __builtin_cpu_supports("avx512vbmi") != 0;
#else
  return false;
#endif
}

}  // namespace

bool IntegerWinograd::supports(const IntegerConvolution& convolution) {
  const Window window{.kernel = {3, 3}, .pad = {1, 1, 1, 1}};
  return processor_has_the_instructions() && convolution.window == window && convolution.groups == 1 &&
         convolution.input[0] % kBlock == 0 && convolution.output[0] % kBlock == 0 &&
         (!convolution.residual || std::abs(convolution.residual->shift) <= 6);
}

IntegerWinograd::IntegerWinograd(const IntegerConvolution& convolution)
    : shape_{.in = convolution.input[0],
             .out = convolution.output[0],
             .height = convolution.input[1],
             .width = convolution.input[2],
             .input_is_signed = convolution.input_is_signed,
             .output_is_signed = convolution.output_is_signed} {
  CERTUS_CHECK(supports(convolution));
  if (convolution.residual) {
    shape_.residual_is_signed = convolution.residual->is_signed;
    shape_.residual_shift = convolution.residual->shift;
  }
  const auto blocks = static_cast<std::size_t>(shape_.out / kBlock);
  const auto pairs = static_cast<std::size_t>(shape_.in / 2);
  weight_.resize(blocks * 36 * pairs);
  bias_.resize(blocks);
  shift_.resize(blocks);
  const std::int8_t* window = convolution.weight.data();
  for (std::size_t out = 0; out < convolution.bias.size(); ++out) {
    const std::size_t block = out / kBlock, lane = out % kBlock;
    bias_[block].of[lane] =
        static_cast<std::int32_t>(576U * static_cast<std::uint32_t>(convolution.bias[out]));
    shift_[block].of[lane] = 6 + convolution.shift[out] + std::min(shape_.residual_shift, 0);
    for (std::size_t in = 0; in < 2 * pairs; ++in, window += 9) {
      for (int j = 0; j < 6; ++j) {
        Weights* column = weight_.data() + ((block * 6 + static_cast<std::size_t>(j)) * pairs + in / 2) * 6;
        for (int i = 0; i < 6; ++i)
          column[i].of[lane][in % 2] = static_cast<std::int16_t>(transformed(window, i, j));
      }
    }
  }
}

IntegerWinogradTask IntegerWinograd::task() const {
  IntegerWinogradTask task = shape_;
  task.weight = weight_.data()->of[0];
  task.bias = bias_.data()->of;
  task.shift = shift_.data()->of;
  return task;
}

std::size_t IntegerWinograd::scratch_bytes() const {
  return integer_winograd_scratch_bytes(shape_);
}

void IntegerWinograd::run(std::int64_t images, const std::uint8_t* x, const std::uint8_t* residual,
                          std::uint8_t* y, std::byte* scratch) const {
  integer_winograd_run(task(), images, x, residual, y, scratch);
}

}  // namespace certus
