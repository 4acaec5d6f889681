#include "certus/kernels/winograd.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "certus/kernels/kernel_support.h"
#include "support/lively_network.h"

namespace certus {
namespace {

using test::relative_difference;

/// Rows x channels x height x width <-> rows x blocks x height x width x 16.
at::Tensor to_blocks(const at::Tensor& x) {
  const std::int64_t blocks = (x.size(1) + 15) / 16;
  return at::constant_pad_nd(x, {0, 0, 0, 0, 0, blocks * 16 - x.size(1)})
      .view({x.size(0), blocks, 16, x.size(2), x.size(3)})
      .permute({0, 1, 3, 4, 2})
      .contiguous();
}
at::Tensor from_blocks(const at::Tensor& x, std::int64_t channels) {
  return x.permute({0, 1, 4, 2, 3}).flatten(1, 2).slice(1, 0, channels);
}

at::Tensor floats(std::size_t count) {
  return at::zeros({static_cast<std::int64_t>(count)}, at::kFloat);
}

/// In, out, height, width: full blocks, broken ones, tiles that stick out.
constexpr std::int64_t kShapes[][4] = {{16, 16, 32, 32}, {3, 16, 8, 12}, {32, 48, 7, 9}, {64, 32, 4, 1}};

TEST(Winograd, EqualsTheDirectConvolutionAndItsGradients) {
  if (!avx512_is_supported()) GTEST_SKIP() << "this processor has no AVX-512";
  for (const auto& [in, out, height, width] : kShapes) {
    SCOPED_TRACE(::testing::Message() << in << ' ' << out << ' ' << height << ' ' << width);
    const WinogradShape shape{in, out, height, width};
    constexpr std::int64_t kRows = 5;
    const at::Tensor x = test::noise_images(kRows, {in, height, width}, 1);
    const at::Tensor dy = test::noise_images(kRows, {out, height, width}, 2);
    const at::Tensor weight =
        test::noise_images(out, {in, 3, 3}, 3).contiguous(at::MemoryFormat::ChannelsLast);
    const WeightStrides strides{weight.stride(0), weight.stride(1), weight.stride(2), weight.stride(3)};
    at::Tensor transformed = floats(winograd_weight_floats(shape));
    at::Tensor scratch = floats(winograd_gradient_scratch_floats(shape));
    const auto pointer = [](const at::Tensor& tensor) { return tensor.data_ptr<float>(); };

    const at::Tensor wide_x = x.to(at::kDouble), wide_dy = dy.to(at::kDouble), wide = weight.to(at::kDouble);
    const at::Tensor x_blocks = to_blocks(x), dy_blocks = to_blocks(dy);

    at::Tensor y = at::empty_like(dy_blocks);
    winograd_weights(shape, pointer(weight), strides, pointer(transformed));
    winograd_convolution(shape, ActivationOrder::kBlocks, kRows, pointer(x_blocks), pointer(transformed), {},
                         pointer(y), pointer(scratch));
    const at::Tensor expected_y = at::conv2d(wide_x, wide, {}, 1, 1);
    EXPECT_LT(relative_difference(from_blocks(y, out), expected_y), 5e-6);

    const auto [expected_dx, expected_dw, no_bias] = at::convolution_backward(
        wide_dy, wide_x, wide, c10::nullopt, {1, 1}, {1, 1}, {1, 1}, false, {0, 0}, 1, {true, true, false});
    at::Tensor dx = at::empty_like(x_blocks);
    winograd_transposed_weights(shape, pointer(weight), strides, pointer(transformed));
    winograd_convolution({out, in, height, width}, ActivationOrder::kBlocks, kRows, pointer(dy_blocks),
                         pointer(transformed), {}, pointer(dx), pointer(scratch));
    EXPECT_LT(relative_difference(from_blocks(dx, in), expected_dx), 5e-6);

    // In two parts: it adds up.
    at::Tensor sum = floats(winograd_weight_floats(shape));
    winograd_weight_gradient(shape, 2, pointer(x_blocks), pointer(dy_blocks), pointer(sum), pointer(scratch));
    winograd_weight_gradient(shape, kRows - 2, pointer(x_blocks[2]), pointer(dy_blocks[2]), pointer(sum),
                             pointer(scratch));
    at::Tensor dw = at::empty_like(weight);
    winograd_untransformed(shape, pointer(sum), pointer(dw), strides);
    EXPECT_LT(relative_difference(dw, expected_dw), 5e-6);
  }
}

}  // namespace
}  // namespace certus
