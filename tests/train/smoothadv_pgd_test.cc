#include "certus/train/smoothadv_pgd.h"

#include "certus/train/renorm.h"
#include "certus/train/smoothadv_gradient.h"
#include "support/temp_dir.h"
#include "support/training_slice.h"

namespace certus {
namespace {

using Gradient = SmoothAdvPgdParams::Gradient;
using test::distance;
using test::tensor_of;

const Classifier kToy = test::two_class_network({1, 0, 0}, -0.6);

Slice toy_slice(const at::Tensor& noise) {
  return test::slice_of(at::full({1, 3, 1, 1}, 0.5), test::labels_of({0}), noise);
}

TEST(SmoothAdvPgd, EndsInTheBoxAndTheBall) {
  for (const std::int64_t copies : {1, 2}) {
    const Slice slice = toy_slice(at::zeros({copies, 3, 1, 1}));
    for (const std::int64_t steps : {1, 2, 10}) {
      const at::Tensor a = smoothadv_pgd(kToy, slice, {.steps = steps, .radius = 0.1});
      EXPECT_LT(distance(a.flatten(), tensor_of({0.1F, 0, 0}, {3})), 1e-6);
    }
    const at::Tensor a = smoothadv_pgd(kToy, slice, {.steps = 10, .radius = 1.0});
    EXPECT_LT(distance(a.flatten(), tensor_of({0.5F, 0, 0}, {3})), 1e-6);
  }
}

TEST(SmoothAdvPgd, EstimatesAGradientFromTheNoise) {
  const Slice slice = toy_slice(tensor_of({0.3F, 0.1F, 0, -0.1F, 0.2F, 0}, {2, 3, 1, 1}));
  const at::Tensor a = smoothadv_pgd(kToy, slice, {.steps = 1, .radius = 0.1, .gradient = Gradient::kFree});
  EXPECT_LT(distance(a.flatten(), tensor_of({-0.045898F, -0.088844F, 0}, {3})), 1e-6);
  EXPECT_THROW(smoothadv_pgd(kToy, toy_slice(at::zeros({1, 3, 1, 1})), {.gradient = Gradient::kFree}),
               std::logic_error);
}

TEST(SmoothAdvPgd, TakesTheNoiseOfAnImageTogether) {
  // An image is attacked alike whether alone or beside another: its rows are found where they are.
  const test::SmallNetwork small(6);
  const Slice both = test::random_slice(2, 3, 4);
  Slice first = both;
  first.images = both.images.slice(0, 0, 1);
  first.labels = both.labels.slice(0, 0, 1);
  first.noise = both.noise.slice(0, 0, 3);
  const SmoothAdvPgdParams params{.steps = 3, .radius = 0.5};
  const at::Tensor a = smoothadv_pgd(small.network().frozen, both, params);
  EXPECT_LT(distance(a.slice(0, 0, 1), smoothadv_pgd(small.network().frozen, first, params)), 1e-5);
}

TEST(SmoothAdvPgd, LeavesTheNetworkAlone) {
  const test::SmallNetwork small(2);
  const auto buffers = test::copies_of(small.buffers);
  const Slice slice = test::random_slice(4, 2, 5);
  const at::Tensor a = smoothadv_pgd(small.network().frozen, slice, {.steps = 3, .radius = 0.5});
  EXPECT_FALSE(a.requires_grad());
  EXPECT_LE(row_norms(a).max().item<double>(), 0.5 + 1e-6);
  EXPECT_GE((slice.images + a).min().item<double>(), -1e-6);
  EXPECT_LE((slice.images + a).max().item<double>(), 1 + 1e-6);
  EXPECT_TRUE(test::same_bits(small.buffers, buffers));
  for (const at::Tensor& parameter : small.parameters) EXPECT_FALSE(parameter.grad().defined());
}

TEST(SmoothAdvPgd, ChecksPixels) {
  Slice slice = toy_slice(at::zeros({1, 3, 1, 1}));
  slice.images = slice.images + 0.6;
  EXPECT_THAT(test::error_of([&] { smoothadv_pgd(kToy, slice, {}); }),
              ::testing::HasSubstr("expected [0, 1]"));
}

TEST(SmoothAdvDirection, IsRandomWhereTheGradientIsZero) {
  const at::Tensor gradient = tensor_of({3, 4, 0, 0, 1e-30F, 0}, {3, 1, 1, 2});
  StepRandom random{.seed = 5, .epoch = 2, .positions = {10, 11, 12}};
  const at::Tensor direction = smoothadv_direction(gradient, random, 0);
  EXPECT_LT(distance(direction[0].flatten(), tensor_of({0.6F, 0.8F}, {2})), 1e-6);
  std::vector<float> normals(4);
  random.normals(1, normals);
  EXPECT_TRUE(at::equal(direction[1].flatten(), tensor_of({normals[0], normals[1]}, {2})));
  EXPECT_TRUE(at::equal(smoothadv_direction(gradient, random, 1)[1].flatten(),
                        tensor_of({normals[2], normals[3]}, {2})));
}

TEST(SmoothAdvGradient, OfOneCopyIsThatOfItsCrossEntropy) {
  // Beyond what a probability of 1e-20 lets through: only the cross entropy still has a gradient here.
  const Classifier sure = test::two_class_network({1, 0, 0}, 60.0);
  EXPECT_NEAR(smoothadv_gradient(sure, toy_slice(at::zeros({1, 3, 1, 1})), at::zeros({1, 3, 1, 1}))
                  .value.flatten()[0]
                  .item<double>(),
              1.0, 1e-6);
  EXPECT_EQ(smoothadv_gradient(sure, toy_slice(at::zeros({2, 3, 1, 1})), at::zeros({1, 3, 1, 1}))
                .value.abs()
                .max()
                .item<double>(),
            0.0);
}

}  // namespace
}  // namespace certus
