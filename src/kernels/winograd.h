#pragma once

#include <cstddef>
#include <cstdint>

namespace certus {

/// Convolutions 3x3 with stride 1 and one pixel of padding as 36 small matrix products: F(4x4, 3x3) of Lavin
/// and Gray, "Fast algorithms for convolutional neural networks", 2015. A quarter of the multiplications of
/// the direct way; results differ from it by a few units of float32 rounding.
///
/// Needs AVX-512 (see kernel_support.h); sizes are any.
struct WinogradShape {
  std::int64_t in = 16, out = 16;  ///< channels
  std::int64_t height = 1, width = 1;
};

/// How activations lie in memory, after the row (image). Channels are padded with zeros to a multiple of 16.
enum class ActivationOrder {
  kBlocks,  ///< block of 16 channels, pixel, channel of the block
  kPixels,  ///< pixel, channel
};

/// Floats of transformed weights, and of scratch, aligned to 64 bytes, that a convolution or a weight
/// gradient needs for itself. The latter needs more.
std::size_t winograd_weight_floats(const WinogradShape& shape);
std::size_t winograd_scratch_floats(const WinogradShape& shape);
std::size_t winograd_gradient_scratch_floats(const WinogradShape& shape);

/// Transforms weights given by strides, in floats, between output channels, input channels, rows and columns
/// of the window. `transposed` are those of the gradient for the input, whose shape swaps in and out.
struct WeightStrides {
  std::int64_t out, in, row, column;
};
void winograd_weights(const WinogradShape& shape, const float* weight, const WeightStrides& strides,
                      float* transformed);
void winograd_transposed_weights(const WinogradShape& shape, const float* weight,
                                 const WeightStrides& strides, float* transformed);

/// What is done to results before they are stored.
struct WinogradFinish {
  const float* bias = nullptr;      ///< by padded output channel, or null
  const float* residual = nullptr;  ///< like y, may be y; or null
  bool relu = false;
};

/// y = convolution of `rows` rows, finished. Applied to gradients with transposed weights it gives the
/// gradient for the input. The result of a row does not depend on the number of rows or its place among them,
/// bit for bit.
void winograd_convolution(const WinogradShape& shape, ActivationOrder order, std::int64_t rows,
                          const float* x, const float* transformed, const WinogradFinish& finish, float* y,
                          float* scratch);

/// Adds to `transformed_gradient` what the rows, in order kBlocks, give to the gradient of the weights, in
/// transformed form.
void winograd_weight_gradient(const WinogradShape& shape, std::int64_t rows, const float* x, const float* dy,
                              float* transformed_gradient, float* scratch);

/// The gradient of the weights of the transformed one: writes by the strides.
void winograd_untransformed(const WinogradShape& shape, const float* transformed_gradient, float* gradient,
                            const WeightStrides& strides);

}  // namespace certus
