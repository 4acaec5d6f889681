#pragma once

#include <cstddef>
#include <cstdint>

namespace certus {

/// 3x3 convolutions with stride 1 and one pixel of padding as 36 small matrix products: F(4x4, 3x3) of Lavin
/// and Gray, "Fast algorithms for convolutional neural networks", 2015. They need a quarter of the
/// multiplications of the direct method; results differ from it by a few units of float32 rounding.
///
/// Needs AVX-512 (see kernel_support.h); all sizes are allowed.
struct WinogradShape {
  std::int64_t in = 16, out = 16;  ///< channels
  std::int64_t height = 1, width = 1;
};

/// How activations lie in memory, after the row (image). Channels are padded with zeros to a multiple of 16.
enum class ActivationOrder {
  kBlocks,  ///< block of 16 channels, pixel, channel of the block
  kPixels,  ///< pixel, channel
};

/// Number of floats of transformed weights, and of the scratch, aligned to 64 bytes, that a convolution or a
/// weight gradient needs for itself. A weight gradient needs more.
std::size_t winograd_weight_floats(const WinogradShape& shape);
std::size_t winograd_scratch_floats(const WinogradShape& shape);
std::size_t winograd_gradient_scratch_floats(const WinogradShape& shape);

/// Transforms weights that are given with strides, in floats, between output channels, input channels, rows
/// and columns of the window. The transposed weights are those of the gradient with respect to the input,
/// whose shape has in and out swapped.
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
  const float* residual = nullptr;  ///< same layout as y, may be y; or null
  bool relu = false;
};

/// y = convolution of `rows` rows, with `finish` applied. With gradients and transposed weights it gives the
/// gradient with respect to the input. The result of a row does not depend, bit for bit, on the number of
/// rows or on its place among them.
void winograd_convolution(const WinogradShape& shape, ActivationOrder order, std::int64_t rows,
                          const float* x, const float* transformed, const WinogradFinish& finish, float* y,
                          float* scratch);

/// Adds the contribution of the rows, which are in order kBlocks, to the gradient of the weights in
/// `transformed_gradient`, in transformed form.
void winograd_weight_gradient(const WinogradShape& shape, std::int64_t rows, const float* x, const float* dy,
                              float* transformed_gradient, float* scratch);

/// Converts the transformed gradient to the gradient of the weights, and writes it with the given strides.
void winograd_untransformed(const WinogradShape& shape, const float* transformed_gradient, float* gradient,
                            const WeightStrides& strides);

}  // namespace certus
