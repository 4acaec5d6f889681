#include "certus/autograd/blocked_convolution.h"

#include <gtest/gtest.h>

#include "certus/kernels/kernel_support.h"
#include "support/lively_network.h"

namespace certus {
namespace {

/// y of `rows` rows after calls for other numbers of rows were made ready, in that order.
at::Tensor convolved(const std::vector<std::int64_t>& ready_for, std::int64_t rows) {
  const ConvOp op{.window = {.kernel = {3, 3}, .stride = {2, 2}, .pad = {1, 1, 1, 1}}, .weight = "w"};
  BlockedConvolution convolution(op, {32, 9, 9}, {64, 5, 5});
  for (const std::int64_t each : ready_for) convolution.make_ready(each);
  const auto floats = [](std::size_t count) {
    return at::zeros({static_cast<std::int64_t>(count)}, at::kFloat);
  };
  const at::Tensor weight = test::noise_images(64, {32, 3, 3}, 1);
  const at::Tensor x = test::noise_images(rows, {2 * 9 * 9, 16, 1}, 2);
  at::Tensor prepared = floats(convolution.weight_floats());
  at::Tensor scratch = floats(convolution.scratch_floats());
  at::Tensor y = at::empty({rows, 4 * 5 * 5 * 16}, at::kFloat);
  convolution.prepare_forward(weight.data_ptr<float>(), {288, 9, 3, 1}, prepared.data_ptr<float>());
  convolution.forward(rows, x.data_ptr<float>(), prepared.data_ptr<float>(), y.data_ptr<float>(),
                      scratch.data_ptr<float>());
  return at::cat({y.flatten(), prepared});
}

TEST(BlockedConvolution, GivesTheSameBitsWhateverRowsCameFirst) {
  if (!avx512_is_supported()) GTEST_SKIP() << "this processor has no AVX-512";
  for (const std::int64_t rows : {1, 3, 16}) {
    const at::Tensor alone = convolved({rows}, rows);
    EXPECT_TRUE(convolved({1, 3, 16}, rows).equal(alone)) << rows;
    EXPECT_TRUE(convolved({16, 3, 1}, rows).equal(alone)) << rows;
  }
}

}  // namespace
}  // namespace certus
