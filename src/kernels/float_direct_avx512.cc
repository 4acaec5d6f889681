#include "certus/kernels/float_direct_avx512.h"

#include <immintrin.h>

#include <algorithm>
#include <cstddef>

namespace certus {
namespace {

constexpr std::size_t kLanes = 16;

/// `kBlocks` blocks of 16 outputs for `kPixels` neighbouring pixels, all in registers: a value of x is
/// broadcast once for all blocks, weights are read once for all pixels.
template <std::size_t kBlocks, std::size_t kPixels>
void pixels(const FloatDirectTask& task, const float* x, const float* weight, const float* bias, bool relu,
            const __mmask16 (&lanes)[kBlocks], float* y) {
  const std::size_t block = task.window_rows * task.run * kLanes;
  __m512 sum[kPixels][kBlocks];
  for (std::size_t b = 0; b < kBlocks; ++b) {
    const __m512 start = _mm512_load_ps(bias + b * kLanes);
    for (std::size_t p = 0; p < kPixels; ++p) sum[p][b] = start;
  }
  for (std::size_t row = 0; row < task.window_rows; ++row, x += task.row_stride) {
    for (std::size_t k = 0; k < task.run; ++k, weight += kLanes) {
      __m512 w[kBlocks];
      for (std::size_t b = 0; b < kBlocks; ++b) w[b] = _mm512_load_ps(weight + b * block);
      for (std::size_t p = 0; p < kPixels; ++p) {
        const __m512 value = _mm512_set1_ps(x[p * task.step_x + k]);
        for (std::size_t b = 0; b < kBlocks; ++b) sum[p][b] = _mm512_fmadd_ps(w[b], value, sum[p][b]);
      }
    }
  }
  for (std::size_t p = 0; p < kPixels; ++p) {
    for (std::size_t b = 0; b < kBlocks; ++b) {
      // In this order a NaN passes through: if an operand is NaN, the instruction returns its second operand.
      const __m512 result = relu ? _mm512_max_ps(_mm512_setzero_ps(), sum[p][b]) : sum[p][b];
      _mm512_mask_storeu_ps(y + p * task.out + b * kLanes, lanes[b], result);
    }
  }
}

template <std::size_t kBlocks>
void image(const FloatDirectTask& task, std::size_t first_block, bool relu, float* y) {
  // Enough sums to hide the latency of an addition, but few enough to stay in registers.
  constexpr std::size_t kPixels = kBlocks == 4 ? 4 : 8;
  const float* const weight = task.weight + first_block * task.window_rows * task.run * kLanes;
  const float* const bias = task.bias + first_block * kLanes;
  __mmask16 lanes[kBlocks];
  for (std::size_t b = 0; b < kBlocks; ++b) {
    const std::size_t left = std::min(kLanes, task.out - (first_block + b) * kLanes);
    lanes[b] = static_cast<__mmask16>((1U << left) - 1U);
  }
  for (std::size_t row = 0; row < task.height; ++row) {
    const float* const x = task.x + row * task.step_y;
    float* const to = y + row * task.width * task.out + first_block * kLanes;
    std::size_t column = 0;
    for (; column + kPixels <= task.width; column += kPixels) {
      pixels<kBlocks, kPixels>(task, x + column * task.step_x, weight, bias, relu, lanes,
                               to + column * task.out);
    }
    for (; column < task.width; ++column) {
      pixels<kBlocks, 1>(task, x + column * task.step_x, weight, bias, relu, lanes, to + column * task.out);
    }
  }
}

/// The outputs that do not fill a block, computed as scalar products with the rows of the window, 16 places
/// at a time.
void rest_of_image(const FloatDirectTask& task, bool relu, float* y) {
  const std::size_t first = task.blocks * kLanes;
  const std::size_t whole = task.run / kLanes;
  const auto tail = static_cast<__mmask16>((1U << task.run % kLanes) - 1U);
  for (std::size_t row = 0; row < task.height; ++row) {
    for (std::size_t column = 0; column < task.width; ++column, y += task.out) {
      const float* const window = task.x + row * task.step_y + column * task.step_x;
      for (std::size_t o = first; o < task.out; ++o) {
        const float* weight = task.rest + (o - first) * task.window_rows * task.rest_row;
        // Two sums, so that one addition need not wait for the other.
        __m512 even = _mm512_setzero_ps(), odd = _mm512_setzero_ps();
        for (std::size_t r = 0; r < task.window_rows; ++r, weight += task.rest_row) {
          const float* const x = window + r * task.row_stride;
          std::size_t k = 0;
          for (; k + 2 <= whole; k += 2) {
            even =
                _mm512_fmadd_ps(_mm512_loadu_ps(x + k * kLanes), _mm512_load_ps(weight + k * kLanes), even);
            odd = _mm512_fmadd_ps(_mm512_loadu_ps(x + (k + 1) * kLanes),
                                  _mm512_load_ps(weight + (k + 1) * kLanes), odd);
          }
          if (k < whole) {
            even =
                _mm512_fmadd_ps(_mm512_loadu_ps(x + k * kLanes), _mm512_load_ps(weight + k * kLanes), even);
            ++k;
          }
          if (tail != 0) {
            odd = _mm512_fmadd_ps(_mm512_maskz_loadu_ps(tail, x + k * kLanes),
                                  _mm512_load_ps(weight + k * kLanes), odd);
          }
        }
        const float sum = task.bias[o] + _mm512_reduce_add_ps(_mm512_add_ps(even, odd));
        y[o] = relu && sum < 0.0F ? 0.0F : sum;
      }
    }
  }
}

}  // namespace

void run_float_direct_avx512(const FloatDirectTask& task, bool relu, float* y) {
  for (std::size_t first = 0; first < task.blocks; first += 4) {
    switch (std::min<std::size_t>(4, task.blocks - first)) {
      case 1:
        image<1>(task, first, relu, y);
        break;
      case 2:
        image<2>(task, first, relu, y);
        break;
      case 3:
        image<3>(task, first, relu, y);
        break;
      default:
        image<4>(task, first, relu, y);
        break;
    }
  }
  if (task.blocks * kLanes < task.out) rest_of_image(task, relu, y);
}

}  // namespace certus
