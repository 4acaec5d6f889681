#pragma once

#include <cstddef>

namespace certus {

/// What the kernel of FloatDirect works on: one image, with its border.
struct FloatDirectTask {
  std::size_t out, height, width;  ///< of the result
  std::size_t window_rows;
  std::size_t run;             ///< floats of a row of the window
  std::size_t row_stride;      ///< floats between the rows of x
  std::size_t step_x, step_y;  ///< floats of x between neighbouring results
  const float* x;
  const float* weight;  ///< see FloatDirect
  const float* bias;
  std::size_t blocks;    ///< of outputs in `weight`; the others are in `rest`
  const float* rest;     ///< output, row of the window, float of the row; rows padded with zeros
  std::size_t rest_row;  ///< floats of such a row, a multiple of 16
};

void run_float_direct_avx512(const FloatDirectTask& task, bool relu, float* y);

}  // namespace certus
