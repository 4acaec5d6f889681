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
