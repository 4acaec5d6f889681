#include "certus/train/smoothmix.h"

#include "support/training_slice.h"

namespace certus {
namespace {

using test::distance;
using test::labels_of;
using test::tensor_of;

const Classifier kToy = test::two_class_network({1, 0}, -0.6);

Slice toy_slice(std::int64_t epoch) {
  Slice slice = test::slice_of(at::full({1, 1, 1, 2}, 0.5), labels_of({0}), at::zeros({2, 1, 1, 2}));
  slice.epoch = epoch;
  return slice;
}

void expect_path(const SmoothMixPath& path, float start, float end) {
  EXPECT_LT(distance(path.start.flatten(), tensor_of({start, 0.5F}, {2})), 1e-6);
  EXPECT_LT(distance(path.end.flatten(), tensor_of({end, 0.5F}, {2})), 1e-6);
}

TEST(SmoothMixAttack, GoesStraightUpTheLoss) {
  expect_path(smoothmix_attack(kToy, toy_slice(20), {.steps = 4, .step_size = 0.05}), 0.5F, 0.7F);
  expect_path(smoothmix_attack(kToy, toy_slice(20), {.steps = 4, .step_size = 0.5}), 0.5F, 1.0F);
}

TEST(SmoothMixAttack, StartsAtItsOwnEarlyPoint) {
  const SmoothMixSettings params{.steps = 4, .step_size = 0.05, .mix_step = 1};
  expect_path(smoothmix_attack(kToy, toy_slice(20), params), 0.55F, 0.7F);
  expect_path(smoothmix_attack(kToy, toy_slice(9), params), 0.55F, 0.7F);
  expect_path(smoothmix_attack(kToy, toy_slice(0), params), 0.505F, 0.7F);
  expect_path(smoothmix_attack(kToy, toy_slice(20), {.steps = 4, .step_size = 0.05, .mix_step = 3}), 0.65F,
              0.7F);
  expect_path(smoothmix_attack(kToy, toy_slice(20), {.steps = 4, .step_size = 0.05, .mix_step = 4}), 0.5F,
              0.7F);
}

TEST(SmoothMixAttack, KeepsToARadiusWhenOneIsSet) {
  expect_path(smoothmix_attack(kToy, toy_slice(20), {.steps = 4, .step_size = 0.05, .radius = 0.12}), 0.5F,
              0.62F);
}

TEST(SmoothMixAttack, LeavesTheNetworkAlone) {
  const test::SmallNetwork small(2);
  const auto buffers = test::copies_of(small.buffers);
  const SmoothMixPath path =
      smoothmix_attack(small.network().frozen, test::random_slice(4, 2, 5), {.steps = 3, .mix_step = 1});
  EXPECT_FALSE(path.start.requires_grad());
  EXPECT_FALSE(path.end.requires_grad());
  EXPECT_TRUE(test::same_bits(small.buffers, buffers));
  for (const at::Tensor& parameter : small.parameters) EXPECT_FALSE(parameter.grad().defined());
}

TEST(SmoothMixTerm, PullsTowardsTheUniformPrediction) {
  const at::Tensor p = tensor_of({0.8F, 0.2F}, {1, 2});
  const at::Tensor u = tensor_of({0.25F}, {1});
  // Target (0.725, 0.275) against a uniform prediction.
  EXPECT_NEAR(smoothmix_term(p, labels_of({0}), u, at::zeros({2, 1, 2})).item<double>(), 0.104978, 1e-6);
  const at::Tensor met = tensor_of({0.725F, 0.275F}, {1, 1, 2}).log();
  EXPECT_NEAR(smoothmix_term(p, labels_of({0}), u, met).item<double>(), 0.0, 1e-6);
  EXPECT_EQ(smoothmix_term(p, labels_of({1}), u, at::zeros({2, 1, 2})).item<double>(), 0.0);
}

TEST(SmoothMixTerm, DividesByAllRows) {
  const at::Tensor p = tensor_of({0.8F, 0.2F, 0.8F, 0.2F}, {2, 2});
  const at::Tensor u = tensor_of({0.25F, 0.25F}, {2});
  EXPECT_NEAR(smoothmix_term(p, labels_of({0, 1}), u, at::zeros({3, 2, 2})).item<double>(), 0.104978 / 2,
              1e-6);
}

TEST(SmoothMixTerm, DifferentiatesTargetAndPrediction) {
  const at::Tensor other = test::normal_tensor({2, 5, 4}, 3).to(at::kDouble);
  const at::Tensor point = test::normal_tensor({2, 5, 4}, 4);
  const at::Tensor labels = point.softmax(-1).mean(0).argmax(1).index_fill(0, labels_of({4}), 0);
  const at::Tensor u = at::linspace(0, 0.45, 5, at::kDouble);
  const auto by_target = [&](const at::Tensor& z) {
    return smoothmix_term(z.softmax(-1).mean(0), labels, u, other);
  };
  const auto by_prediction = [&](const at::Tensor& z) {
    return smoothmix_term(point.to(at::kDouble).softmax(-1).mean(0), labels, u, z);
  };
  EXPECT_LT(test::gradient_error(by_target, point), 1e-7);
  EXPECT_LT(test::gradient_error(by_prediction, other), 1e-7);
}

TEST(SmoothMixShares, AreInTheLowerHalfAndBelongToTheImage) {
  Slice slice = test::random_slice(4, 2, 1);
  slice.random.positions.assign(4, 0);
  double sum = 0;
  for (std::int64_t i = 0; i < 1000; ++i) {
    for (std::int64_t b = 0; b < 4; ++b) slice.random.positions[static_cast<std::size_t>(b)] = 4 * i + b;
    const at::Tensor u = smoothmix_shares(slice);
    EXPECT_GE(u.min().item<double>(), 0.0);
    EXPECT_LT(u.max().item<double>(), 0.5);
    sum += u.sum().item<double>();
  }
  EXPECT_NEAR(sum / 4000, 0.25, 0.01);  // 4.4 standard errors
  slice.random.positions = {7, 8, 9, 10};
  const at::Tensor together = smoothmix_shares(slice);
  slice.random.positions = {10, 7, 8, 9};
  EXPECT_TRUE(at::equal(smoothmix_shares(slice).slice(0, 1), together.slice(0, 0, 3)));
}

TEST(SmoothMix, TrainsOnTheStartAndOnMixedImagesWithTheSameNoise) {
  const float a = static_cast<float>(std::log(4.0));
  const at::Tensor logits = tensor_of({a, 0, a, 0}, {2, 2});
  Slice slice = test::random_slice(1, 2, 1);
  slice.labels = labels_of({0});
  slice.epoch = 0;
  const double u = smoothmix_shares(slice)[0].item<double>();
  const double p = 0.8 * (1 - u) + 0.5 * u;
  const double kl = p * std::log(2 * p) + (1 - p) * std::log(2 * (1 - p));
  test::ScriptedNetwork scripted{.logits = {logits, at::zeros({2, 2})}};
  const StepOutcome outcome = make_smoothmix({.steps = 2, .eta = 5.0})->step(scripted.network(), slice);
  EXPECT_NEAR(outcome.loss.item<double>(), -std::log(0.8) + 5.0 * 0.1 * kl, 1e-6);
  EXPECT_NEAR(outcome.reported_loss.item<double>(), outcome.loss.item<double>(), 1e-12);
  EXPECT_EQ(scripted.images.size(), 2U);
  EXPECT_EQ(scripted.frozen_calls, 2);
  // The scripted network is constant, so that start, end and mix are all the image.
  for (const at::Tensor& rows : scripted.images) {
    EXPECT_LT(distance(rows, at::cat({slice.images, slice.images}) + slice.noise), 1e-6);
  }
}

TEST(SmoothMix, MixesBetweenStartAndEnd) {
  const test::SmallNetwork small(2);
  const TrainingNetwork network = small.network();
  std::vector<at::Tensor> seen;
  const TrainingNetwork watched{.train =
                                    [&](const at::Tensor& x) {
                                      seen.push_back(x);
                                      return network.train(x);
                                    },
                                .frozen = network.frozen};
  const SmoothMixSettings params{.steps = 3, .step_size = 0.5, .mix_step = 1};
  Slice slice = test::random_slice(4, 2, 5);
  slice.epoch = 10;
  const SmoothMixPath path = smoothmix_attack(network.frozen, slice, params);
  make_smoothmix(params)->step(watched, slice);
  const at::Tensor u = smoothmix_shares(slice).view({4, 1, 1, 1});
  const at::Tensor mixed = (1 - u) * path.start + u * path.end;
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_LT(distance(seen[0], at::cat({path.start, path.start}) + slice.noise), 1e-6);
  EXPECT_LT(distance(seen[1], at::cat({mixed, mixed}) + slice.noise), 1e-6);
  EXPECT_GT(distance(path.start, path.end), 0.01);
}

}  // namespace
}  // namespace certus
