#include "certus/train/kl_divergence.h"

#include "support/small_networks.h"

namespace certus {
namespace {

using test::tensor_of;

TEST(KlDivergence, IsZeroLogZeroEqualsZero) {
  const at::Tensor kl =
      kl_divergence(tensor_of({0.7F, 0.3F, 0}, {1, 3}), tensor_of({0.5F, 0.25F, 0.25F}, {1, 3}).log());
  EXPECT_NEAR(kl.item<double>(), 0.290227, 1e-6);
}

TEST(KlDivergence, HasAFiniteGradientAtATargetOfZero) {
  const at::Tensor log_q = tensor_of({0.5F, 0.25F, 0.25F}, {3}).log();
  const at::Tensor gradient = test::gradient_of([&](const at::Tensor& t) { return kl_divergence(t, log_q); },
                                                tensor_of({0.7F, 0.3F, 0}, {3}));
  EXPECT_TRUE(gradient.isfinite().all().item<bool>());
  EXPECT_NEAR(gradient[0].item<double>(), std::log(0.7 / 0.5) + 1, 1e-6);
}

TEST(KlDivergence, OfASoftmaxThatUnderflowsHasAFiniteGradient) {
  const auto loss = [](const at::Tensor& z) {
    return kl_divergence(z.softmax(-1), at::zeros({2}) - std::log(2.0));
  };
  ASSERT_EQ(tensor_of({200, 0}, {2}).softmax(-1)[1].item<float>(), 0.0F);
  EXPECT_TRUE(test::gradient_of(loss, tensor_of({200, 0}, {2})).isfinite().all().item<bool>());
}

TEST(KlDivergence, DifferentiatesBothSides) {
  const at::Tensor other = test::normal_tensor({5, 4}, 1).to(at::kDouble);
  const auto by_target = [&](const at::Tensor& z) {
    return kl_divergence(z.softmax(-1), other.log_softmax(-1)).sum();
  };
  const auto by_q = [&](const at::Tensor& z) {
    return kl_divergence(other.softmax(-1), z.log_softmax(-1)).sum();
  };
  EXPECT_LT(test::gradient_error(by_target, test::normal_tensor({5, 4}, 2)), 1e-7);
  EXPECT_LT(test::gradient_error(by_q, test::normal_tensor({5, 4}, 2)), 1e-7);
}

TEST(Entropy, OfCertaintyIsZero) {
  EXPECT_EQ(entropy(tensor_of({1, 0}, {2})).item<double>(), 0.0);
  EXPECT_NEAR(entropy(tensor_of({0.9F, 0.1F}, {2})).item<double>(), 0.325083, 1e-6);
}

}  // namespace
}  // namespace certus
