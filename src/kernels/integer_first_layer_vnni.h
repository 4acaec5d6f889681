#pragma once

#include <cstddef>
#include <cstdint>

namespace certus {

/// What the implementations of FirstLayerKernel work on. The quantized image is in the order height, width,
/// channel, with its padding around it, so that the part under one row of the window is contiguous. It is
/// read as pairs of 16-bit numbers. The last pair may reach one number too far; the weight there is zero. The
/// columns that a dilated window leaves out have zero weights, too.
struct FirstLayerTask {
  std::int64_t channels, height, width;
  std::int64_t out_channels, out_height, out_width;
  std::int64_t blocks;                     ///< of 16 output channels, the last one filled up with zeros
  std::int64_t row_length;                 ///< numbers in a row of the quantized image
  std::int64_t first;                      ///< number at which its first pixel begins
  std::int64_t row_stride, column_stride;  ///< numbers from one window to the next
  std::int64_t window_rows, window_row_step, pairs;  ///< window rows, numbers between rows, pairs per row
  const float* scale;
  const float* offset;
  float limit;
  const std::int16_t* weight;  ///< row of the window, pair, block, output channel, number of the pair
  const std::int32_t* bias;    ///< by output channel, as is shift
  const std::int32_t* shift;
  bool output_is_signed;
};

/// Number of sums of 16 output channels that the AVX-512 version keeps in registers. At the end of a row it
/// reads, but does not use, up to that many windows beyond the row.
inline constexpr std::size_t kFirstLayerVectors = 16;

/// Makes the pixels of the quantized image, and computes the output of one, with AVX-512 and VNNI. Weights,
/// biases and shifts are 64-byte aligned.
void quantize_image_vnni(const FirstLayerTask& task, const float* x, std::int16_t* image);
void convolve_image_vnni(const FirstLayerTask& task, const std::int16_t* image, std::uint8_t* y);

}  // namespace certus
