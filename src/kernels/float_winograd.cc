#include "certus/kernels/float_winograd.h"

#include "certus/base/error.h"
#include "certus/kernels/kernel_support.h"

namespace certus {

bool FloatWinograd::supports(const WinogradShape& shape) {
  return avx512_is_supported() && shape.in % 16 == 0 && shape.out % 16 == 0;
}

FloatWinograd::FloatWinograd(const WinogradShape& shape, const float* weight, const float* bias)
    : shape_(shape), bias_(bias, bias + shape.out), weights_(winograd_weight_floats(shape)) {
  CERTUS_CHECK(shape.in % 16 == 0 && shape.out % 16 == 0);
  winograd_weights(shape, weight, {.out = shape.in * 9, .in = 9, .row = 3, .column = 1}, weights_.data());
}

void FloatWinograd::run(std::int64_t images, const float* x, const float* residual, bool relu, float* y,
                        float* scratch) const {
  winograd_convolution(shape_, ActivationOrder::kPixels, images, x, weights_.data(),
                       {.bias = bias_.data(), .residual = residual, .relu = relu}, y, scratch);
}

}  // namespace certus
