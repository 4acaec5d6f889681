#include "certus/train/sphere_attack.h"

#include <torch/csrc/autograd/autograd.h>

#include "certus/train/renorm.h"
#include "support/small_networks.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using Norm = SphereAttackParams::Norm;
using test::distance;
using test::tensor_of;

const at::Tensor kMiddle = at::full({1, 1, 1, 2}, 0.5);

SphereAttackResult attack_middle(const std::vector<float>& w, double b, const std::vector<float>& noise,
                                 std::int64_t steps, Norm norm = Norm::kL2) {
  return sphere_attack(test::two_class_network(w, b), kMiddle, at::zeros({1}, at::kLong),
                       tensor_of(noise, {1, 1, 1, 2}), {.steps = steps, .step_size = 0.1, .norm = norm});
}

TEST(SphereAttack, LeavesTheLastIterateUnchecked) {
  const SphereAttackResult result = attack_middle({1, 0}, -0.6, {0, 0.3F}, 1);
  EXPECT_LT(distance(result.noise, tensor_of({0.0948683F, 0.2846050F}, {1, 1, 1, 2})), 1e-6);
  EXPECT_FALSE(result.succeeded[0].item<bool>());
  EXPECT_EQ(result.steps[0].item<int>(), 1);
}

TEST(SphereAttack, StopsAtTheFirstMisclassifiedPoint) {
  const SphereAttackResult two = attack_middle({1, 0}, -0.6, {0, 0.3F}, 2);
  EXPECT_LT(distance(two.noise, tensor_of({0.1694873F, 0.2475360F}, {1, 1, 1, 2})), 1e-6);
  EXPECT_FALSE(two.succeeded[0].item<bool>());
  for (const std::int64_t steps : {3, 10}) {
    const SphereAttackResult more = attack_middle({1, 0}, -0.6, {0, 0.3F}, steps);
    EXPECT_TRUE(at::equal(more.noise, two.noise));
    EXPECT_TRUE(more.succeeded[0].item<bool>());
    EXPECT_EQ(more.steps[0].item<int>(), 2);
  }
}

TEST(SphereAttack, MovesAllPixelsAlikeUnderLinf) {
  const SphereAttackResult result = attack_middle({1, -2}, -0.6, {0, 0.3F}, 1, Norm::kLinf);
  EXPECT_LT(distance(result.noise, tensor_of({0.0884086F, 0.2866774F}, {1, 1, 1, 2})), 1e-6);
}

TEST(SphereAttack, ReturnsMisclassifiedNoiseBitForBit) {
  const SphereAttackResult result = attack_middle({1, 0}, 0.6, {0, 0.3F}, 4);
  EXPECT_TRUE(at::equal(result.noise, tensor_of({0, 0.3F}, {1, 1, 1, 2})));
  EXPECT_TRUE(result.succeeded[0].item<bool>());
  EXPECT_EQ(result.steps[0].item<int>(), 0);
}

TEST(SphereAttack, KeepsTheDensityOfTheNoise) {
  // Theorem 2 of the paper: of noise of one norm every direction is as likely.
  const std::vector<float> before{0.1F, 0.3F};
  const at::Tensor after = attack_middle({1, 0.5F}, -1.2, before, 6).noise;
  const auto log_density = [](const at::Tensor& noise, double sigma) {
    const at::Tensor z = noise.to(at::kDouble) / sigma;
    return -(0.5 * z * z + std::log(sigma) + 0.5 * std::log(2.0 * M_PI)).sum().item<double>();
  };
  const at::Tensor drawn = tensor_of(before, {1, 1, 1, 2});
  EXPECT_GT(distance(after, drawn), 0.05);  // it did move
  for (const double sigma : {0.25, 0.5, 1.0})
    EXPECT_NEAR(log_density(after, sigma), log_density(drawn, sigma), 1e-5) << sigma;
}

TEST(SphereAttack, StaysWhereNothingPointsAway) {
  EXPECT_LT(
      distance(attack_middle({0, 0}, -0.6, {0.1F, 0.3F}, 4).noise, tensor_of({0.1F, 0.3F}, {1, 1, 1, 2})),
      1e-6);
  const Classifier constant = [](const at::Tensor& x) { return at::zeros({x.size(0), 2}); };
  const at::Tensor noise = tensor_of({0.1F, 0.3F}, {1, 1, 1, 2});
  EXPECT_LT(
      distance(sphere_attack(constant, kMiddle, at::zeros({1}, at::kLong), noise, {.steps = 4}).noise, noise),
      1e-6);
  EXPECT_TRUE(at::equal(attack_middle({1, 0}, -0.6, {0, 0}, 4).noise, at::zeros({1, 1, 1, 2})));
}

TEST(SphereAttack, AttacksSaturatedImagesLess) {
  // Gradient norm 6.8e-8 / 4 beside the guard of 1e-8: the step shrinks from 0.1 to 0.063.
  const double b = -0.5 + std::log(6.8e-8);
  const auto moved = [&](std::int64_t copies) {
    return sphere_attack(test::two_class_network({1, 0}, b), kMiddle, at::zeros({1}, at::kLong),
                         tensor_of({0, 0.3F}, {1, 1, 1, 2}), {.steps = 1, .step_size = 0.1, .copies = copies})
        .noise[0][0][0][0]
        .item<double>();
  };
  EXPECT_NEAR(moved(4), 0.0617, 1e-4);
  EXPECT_GT(moved(1), 0.08);
}

TEST(SphereAttack, ChecksPixels) {
  const Classifier f = test::two_class_network({1, 0}, 0);
  for (const float pixel : {-0.01F, 1.01F, std::numeric_limits<float>::quiet_NaN()}) {
    const at::Tensor images = tensor_of({pixel, 0.5F}, {1, 1, 1, 2});
    EXPECT_THAT(test::error_of([&] { sphere_attack(f, images, at::zeros({1}, at::kLong), kMiddle, {}); }),
                ::testing::HasSubstr("expected [0, 1]"));
  }
}

/// The attack as it is written down: all rows in all steps.
at::Tensor attack_on_all_rows(const Classifier& f, const at::Tensor& images, const at::Tensor& labels,
                              const at::Tensor& noise, const SphereAttackParams& params) {
  const auto d = static_cast<double>(noise[0].numel());
  const at::Tensor radius = row_norms(noise);
  at::Tensor out = noise.clone(), delta = noise;
  at::Tensor done = at::zeros({noise.size(0)}, at::kBool);
  const auto take = [&](const at::Tensor& rows) {
    out = at::where(rows.view({-1, 1, 1, 1}), delta, out);
    done = done.logical_or(rows);
  };
  for (std::int64_t t = 0; t < params.steps; ++t) {
    const at::Tensor leaf = delta.clone().requires_grad_();
    const at::Tensor z = f(images + leaf);
    take(z.argmax(1).ne(labels).logical_and(done.logical_not()));
    const at::Tensor loss = -z.log_softmax(1).gather(1, labels.unsqueeze(1)).sum() / params.copies;
    const at::Tensor g = torch::autograd::grad({loss}, {leaf})[0];
    delta = params.norm == Norm::kL2 ? delta + params.step_size * g / (row_norms(g) + 1e-8)
                                     : delta + params.step_size / std::sqrt(d) * g.sign();
    delta = delta / (row_norms(delta) + 1e-8) * radius;
  }
  take(done.logical_not());
  return out;
}

class SphereAttackOnANetwork : public ::testing::TestWithParam<Norm> {};

TEST_P(SphereAttackOnANetwork, EqualsTheAttackOnAllRows) {
  // The sign of a gradient that is all but 0 is a matter of rounding: float32 is for l2 only.
  const at::ScalarType type = GetParam() == Norm::kL2 ? at::kFloat : at::kDouble;
  const test::SmallNetwork small(3, type);
  const Classifier f = small.network().frozen;
  const at::Tensor images = test::pixel_tensor({48, 3, 8, 8}, 1).to(type);
  const at::Tensor noise = 0.5 * test::normal_tensor({48, 3, 8, 8}, 2).to(type);
  // Right for most rows at the start, and wrong for some.
  at::Tensor labels = f(images + noise).argmax(1).contiguous();
  labels.slice(0, 0, 6) = (labels.slice(0, 0, 6) + 1).remainder(4);
  const SphereAttackParams params{.steps = 6, .step_size = 0.8, .norm = GetParam(), .copies = 4};
  const SphereAttackResult result = sphere_attack(f, images, labels, noise, params);
  EXPECT_LT(distance(result.noise, attack_on_all_rows(f, images, labels, noise, params)), 1e-6);

  // The rows end in all ways there are, or the comparison would say little.
  EXPECT_EQ(result.steps.slice(0, 0, 6).sum().item<int>(), 0);
  const int succeeded = result.succeeded.sum().item<int>();
  EXPECT_GT(succeeded, 12);
  EXPECT_LT(succeeded, 48);
  EXPECT_GT(result.steps.eq(2).sum().item<int>(), 0);
  EXPECT_TRUE(at::equal(result.noise.slice(0, 0, 6), noise.slice(0, 0, 6)));
}

TEST_P(SphereAttackOnANetwork, KeepsNormsAndLeavesTheNetworkAlone) {
  const test::SmallNetwork small(4);
  const auto parameters = test::copies_of(small.parameters);
  const auto buffers = test::copies_of(small.buffers);
  const at::Tensor noise = 0.5 * test::normal_tensor({32, 3, 8, 8}, 5);
  const at::Tensor given = noise.clone();
  const SphereAttackResult result =
      sphere_attack(small.network().frozen, test::pixel_tensor({32, 3, 8, 8}, 6), at::zeros({32}, at::kLong),
                    noise, {.steps = 4, .step_size = 0.5, .norm = GetParam()});
  EXPECT_LT((row_norms(result.noise) / row_norms(noise) - 1).abs().max().item<double>(), 1e-5);
  EXPECT_TRUE(at::equal(noise, given));
  EXPECT_FALSE(noise.requires_grad());
  EXPECT_FALSE(result.noise.requires_grad());
  EXPECT_TRUE(test::same_bits(test::copies_of(small.parameters), parameters));
  EXPECT_TRUE(test::same_bits(small.buffers, buffers));
  for (const at::Tensor& parameter : small.parameters) EXPECT_FALSE(parameter.grad().defined());
}

INSTANTIATE_TEST_SUITE_P(Norms, SphereAttackOnANetwork, ::testing::Values(Norm::kL2, Norm::kLinf),
                         [](const auto& norm) { return norm.param == Norm::kL2 ? "l2" : "linf"; });

}  // namespace
}  // namespace certus
