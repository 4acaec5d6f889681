#pragma once

#include <cstddef>
#include <cstdint>

namespace certus {

/// What the implementations of FirstLayerKernel work on. The quantized image has the order height, width,
/// channel and its padding around it, so that what lies under one row of the window is contiguous: pairs of
/// 16-bit numbers, the last of which may reach one number too far and has a weight of zero there. So have
/// the columns that a dilated window leaves out.
struct FirstLayerTask {
  std::int64_t channels, height, width;
  std::int64_t out_channels, out_height, out_width;
  std::int64_t blocks;                     ///< of 16 output channels, the last one filled up with zeros
  std::int64_t row_length;                 ///< numbers in a row of the quantized image
  std::int64_t first;                      ///< number at which its first pixel begins
  std::int64_t row_stride, column_stride;  ///< numbers from one window to the next
  std::int64_t window_rows, window_row_step, pairs;  ///< rows of a window, numbers between two, pairs in one
  const float* scale;
  const float* offset;
  float limit;
  const std::int16_t* weight;  ///< row of the window, pair, block, output channel, number of the pair
  const std::int32_t* bias;    ///< by output channel, and so shift
  const std::int32_t* shift;
  bool output_is_signed;
};

/// Sums of 16 output channels that the AVX-512 version keeps in registers: at the end of a row it reads, but
/// does not use, up to so many windows beyond.
inline constexpr std::size_t kFirstLayerVectors = 16;

/// The pixels of the quantized image, and the output of one, with AVX-512 and VNNI. Weights, biases and
/// shifts are 64-byte aligned.
void quantize_image_vnni(const FirstLayerTask& task, const float* x, std::int16_t* image);
void convolve_image_vnni(const FirstLayerTask& task, const std::int16_t* image, std::uint8_t* y);

}  // namespace certus
