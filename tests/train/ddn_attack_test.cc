#include "certus/train/ddn_attack.h"

#include "support/training_slice.h"

namespace certus {
namespace {

using test::distance;
using test::tensor_of;

at::Tensor attack_toy(double b, std::int64_t copies, const DdnParams& params) {
  const Slice slice = test::slice_of(at::full({1, 3, 1, 1}, 128.0 / 255.0), test::labels_of({0}),
                                     at::zeros({copies, 3, 1, 1}));
  return ddn_attack(test::two_class_network({1, 0, 0}, b), slice, params).flatten() * 255;
}

TEST(DdnAttack, FindsTheSmallestOfItsIterates) {
  for (const std::int64_t copies : {1, 3}) {
    for (const auto& [steps, found] : {std::pair{1, 0.0F}, {2, 54.0F}, {3, 51.0F}, {4, 48.0F}, {10, 36.0F}}) {
      const at::Tensor a =
          attack_toy(-0.6, copies, {.steps = steps, .gamma = 0.05, .initial_norm = 0.2, .max_norm = 1.0});
      EXPECT_LT(distance(a, tensor_of({found, 0, 0}, {3})), 1e-4) << steps;
    }
  }
}

TEST(DdnAttack, LeavesMisclassifiedImagesAlone) {
  EXPECT_EQ(attack_toy(0.6, 1, {.initial_norm = 0.2, .max_norm = 1.0}).abs().max().item<double>(), 0.0);
}

TEST(DdnAttack, EndsWithinTheLargestNormUpToRounding) {
  const at::Tensor a = attack_toy(-0.6, 1, {.steps = 4, .initial_norm = 0.2, .max_norm = 0.05});
  EXPECT_LT(distance(a, tensor_of({13, 0, 0}, {3})), 1e-4);
}

TEST(DdnAttack, FollowsTheVoteOfTheCopies) {
  // Two copies of three are wrong because of their noise alone: the vote is wrong at 0.
  const at::Tensor noise = tensor_of({0.5F, 0, 0, 0.5F, 0, 0, -0.3F, 0, 0}, {3, 3, 1, 1});
  const Slice slice = test::slice_of(at::full({1, 3, 1, 1}, 128.0 / 255.0), test::labels_of({0}), noise);
  const Classifier f = test::two_class_network({1, 0, 0}, -0.6);
  const DdnParams params{.steps = 4, .initial_norm = 0.2, .max_norm = 1.0};
  EXPECT_EQ(ddn_attack(f, slice, params).abs().max().item<double>(), 0.0);
  // Of an even vote the smaller class wins, which is right here.
  Slice even = slice;
  even.noise = noise.slice(0, 1, 3);
  even.copies = 2;
  EXPECT_GT(
      ddn_attack(f, even, {.steps = 10, .initial_norm = 0.45, .max_norm = 1.0}).abs().max().item<double>(),
      0.1);
}

/// The attack on images without noise as it is written down, image by image.
at::Tensor attack_one_by_one(const Classifier& f, const Slice& slice, const DdnParams& params) {
  std::vector<at::Tensor> out;
  for (std::int64_t b = 0; b < slice.images.size(0); ++b) {
    const at::Tensor x = slice.images.slice(0, b, b + 1), y = slice.labels.slice(0, b, b + 1);
    const auto norm = [](const at::Tensor& v) { return std::sqrt(v.square().sum().item<double>()); };
    const auto rounded = [](const at::Tensor& v) { return (255 * v).round() / 255; };
    const double widest = norm(at::maximum(x, 1 - x));
    double target = params.initial_norm, best_norm = widest;
    at::Tensor a = at::zeros_like(x), best = a;
    for (std::int64_t t = 0; t < params.steps; ++t) {
      const bool wrong = f(x + a).argmax(1).item<std::int64_t>() != y.item<std::int64_t>();
      if (wrong && norm(a) < best_norm) {
        best_norm = norm(a);
        best = a;
      }
      const at::Tensor g = test::gradient_of(
          [&](const at::Tensor& at_a) { return at::cross_entropy_loss(f(x + at_a), y); }, a);
      const double done = static_cast<double>(t + 1) / static_cast<double>(params.steps);
      a = a + (0.01 + 0.495 * (1 + std::cos(std::acos(-1.0) * done))) * g / norm(g);
      target = std::min(widest, target * (wrong ? 1 - params.gamma : 1 + params.gamma));
      a = rounded(x + a * target / norm(a)).clamp(0, 1) - x;
    }
    if (norm(best) > params.max_norm) best = best * params.max_norm / (norm(best) + 1e-7);
    out.push_back(rounded(best));
  }
  return at::cat(out);
}

TEST(DdnAttack, EqualsTheAttackOneByOne) {
  const test::SmallNetwork small(2, at::kDouble);
  const Classifier f = small.network().frozen;
  Slice slice = test::random_slice(24, 1, 7);
  slice.images = slice.images.to(at::kDouble);
  slice.noise = at::zeros_like(slice.images);
  slice.labels = f(slice.images).argmax(1);
  const DdnParams params{.steps = 8, .gamma = 0.1, .initial_norm = 0.3, .max_norm = 0.4};
  const at::Tensor a = ddn_attack(f, slice, params);
  EXPECT_LT(distance(a, attack_one_by_one(f, slice, params)), 1e-9);
  const std::int64_t found = a.flatten(1).abs().amax(1).gt(0).sum().item<std::int64_t>();
  EXPECT_GT(found, 4) << "images that the attack succeeds on, or the comparison would say little";
  EXPECT_LT(found, 24);
}

TEST(DdnAttack, LeavesTheNetworkAlone) {
  const test::SmallNetwork small(2);
  const auto buffers = test::copies_of(small.buffers);
  const at::Tensor a = ddn_attack(small.network().frozen, test::random_slice(4, 2, 5), {.steps = 4});
  EXPECT_FALSE(a.requires_grad());
  EXPECT_LT(distance(a * 255, (a * 255).round()), 1e-4);
  EXPECT_TRUE(test::same_bits(small.buffers, buffers));
  for (const at::Tensor& parameter : small.parameters) EXPECT_FALSE(parameter.grad().defined());
}

}  // namespace
}  // namespace certus
