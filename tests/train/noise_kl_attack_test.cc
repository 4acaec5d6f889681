#include "certus/train/noise_kl_attack.h"

#include "certus/train/kl_divergence.h"
#include "certus/train/renorm.h"
#include "support/training_slice.h"

namespace certus {
namespace {

at::Tensor mean_of(const at::Tensor& rows) {
  return rows.flatten(1).mean(1);
}

at::Tensor rms_of(const at::Tensor& rows) {
  return rows.flatten(1).square().mean(1).sqrt();
}

TEST(NoiseKlAttack, RestoresMomentsInABall) {
  const test::SmallNetwork small(2);
  const auto buffers = test::copies_of(small.buffers);
  const Slice slice = test::random_slice(4, 2, 5);
  const double radius = row_norms(slice.noise).min().item<double>() / 6.5;
  const at::Tensor noise = noise_kl_attack(small.network().frozen, slice, {.steps = 4, .radius = radius});
  EXPECT_LT(test::distance(mean_of(noise), mean_of(slice.noise)), 1e-6);
  EXPECT_LT(test::distance(rms_of(noise) / rms_of(slice.noise), at::ones({8})), 1e-2);
  const at::Tensor moved = row_norms(noise - slice.noise);
  EXPECT_LE(moved.max().item<double>(), 1.01 * radius);
  EXPECT_GT(moved.min().item<double>(), 0.1 * radius);
  EXPECT_FALSE(noise.requires_grad());
  EXPECT_TRUE(test::same_bits(small.buffers, buffers));
  for (const at::Tensor& parameter : small.parameters) EXPECT_FALSE(parameter.grad().defined());
}

TEST(NoiseKlAttack, KeepsTheRmsUpToTheMean) {
  // One step along a known direction: the moments before they are restored follow by hand.
  const at::Tensor w = test::normal_tensor({12}, 3);
  const Classifier f = test::two_class_network({w.data_ptr<float>(), w.data_ptr<float>() + 12}, 0.0);
  Slice slice = test::slice_of(at::full({1, 3, 2, 2}, 0.5), test::labels_of({0}),
                               test::normal_tensor({1, 3, 2, 2}, 4) + 0.3);
  slice.soft_labels = test::tensor_of({1, 0}, {1, 2});
  const double radius = 0.5;
  const at::Tensor step = unit_direction(w.view({1, 3, 2, 2})) * radius;
  const at::Tensor inside = slice.noise + renorm(2 * step, radius);
  const double mu = mean_of(inside).item<double>(), r = rms_of(inside).item<double>();
  const double mu0 = mean_of(slice.noise).item<double>(), r0 = rms_of(slice.noise).item<double>();
  const at::Tensor noise = noise_kl_attack(f, slice, {.steps = 1, .radius = radius});
  EXPECT_NEAR(mean_of(noise).item<double>(), mu0, 1e-6);
  EXPECT_NEAR(rms_of(noise).item<double>(), std::sqrt(mu0 * mu0 + r0 * r0 * (1 - mu * mu / (r * r))), 1e-6);
  EXPECT_LT(test::distance(noise, (inside - mu) / r * r0 + mu0), 1e-5);
}

TEST(NoiseKlAttack, MovesPredictionsAwayFromTheSoftLabels) {
  const test::SmallNetwork small(2);
  const Slice slice = test::random_slice(4, 2, 5);
  const Classifier f = small.network().frozen;
  const auto kl = [&](const at::Tensor& noise) {
    const at::Tensor rows = at::cat({slice.images, slice.images}) + noise;
    return kl_divergence(at::cat({slice.soft_labels, slice.soft_labels}), f(rows).log_softmax(1));
  };
  const at::Tensor noise = noise_kl_attack(f, slice, {.steps = 4, .radius = 1.0});
  EXPECT_TRUE((kl(noise) > kl(slice.noise)).all().item<bool>());
}

TEST(NoiseKlAttack, OfNoNoiseIsNoNoise) {
  const test::SmallNetwork small(2);
  Slice slice = test::random_slice(4, 2, 5);
  slice.noise = at::zeros_like(slice.noise);
  EXPECT_EQ(noise_kl_attack(small.network().frozen, slice, {}).abs().max().item<double>(), 0.0);
  const Classifier constant = [](const at::Tensor& x) { return at::zeros({x.size(0), 4}); };
  EXPECT_EQ(noise_kl_attack(constant, slice, {}).abs().max().item<double>(), 0.0);
}

}  // namespace
}  // namespace certus
