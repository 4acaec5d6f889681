#include "certus/train/stability.h"

#include "support/training_slice.h"

namespace certus {
namespace {

using test::tensor_of;

TEST(Stability, AddsCleanCrossEntropyAndTheStabilityTerm) {
  test::ScriptedNetwork scripted{.logits = {tensor_of({2, 0}, {1, 2}), tensor_of({0, 0}, {1, 2})}};
  const at::Tensor image = at::full({1, 1, 1, 2}, 0.5);
  const at::Tensor noise = tensor_of({0.1F, -0.2F}, {1, 1, 1, 2});
  const StepOutcome outcome =
      make_stability({.lambda = 2.0})
          ->step(scripted.network(), test::slice_of(image, test::labels_of({0}), noise));
  EXPECT_NEAR(outcome.loss.item<double>(), 1.513222, 1e-6);
  EXPECT_NEAR(outcome.reported_loss.item<double>(), 0.126928, 1e-6);
  EXPECT_DOUBLE_EQ(outcome.correct.item<double>(), 1.0);
  // Clean first, then noisy: batch norm sees them in this order.
  EXPECT_TRUE(at::equal(scripted.images.at(0), image));
  EXPECT_TRUE(at::equal(scripted.images.at(1), image + noise));
  EXPECT_EQ(scripted.images.size(), 2U);
}

TEST(Stability, DoesNotCutBatches) {
  EXPECT_FALSE(make_stability({})->cuts_batches());
}

TEST(StabilityTerm, IsTheEntropyWhenNothingChanges) {
  const at::Tensor z = tensor_of({2, 0}, {1, 2});
  EXPECT_NEAR(stability_term(z, z).item<double>(), 0.365334, 1e-6);
  EXPECT_NEAR(stability_term(z, at::zeros({1, 2})).item<double>(), 0.693147, 1e-6);
}

TEST(StabilityTerm, HasAGradientThroughTheTarget) {
  const auto gradient = [](const at::Tensor& noisy) {
    return test::gradient_of([&](const at::Tensor& clean) { return stability_term(clean, noisy); },
                             tensor_of({2, 0}, {1, 2}));
  };
  EXPECT_LT(gradient(at::zeros({1, 2})).abs().max().item<double>(), 1e-7);
  EXPECT_LT(test::distance(gradient(tensor_of({1, 0}, {1, 2})), tensor_of({-0.104994F, 0.104994F}, {1, 2})),
            1e-6);
}

TEST(StabilityTerm, DifferentiatesBothSides) {
  const at::Tensor other = test::normal_tensor({5, 4}, 1).to(at::kDouble);
  const at::Tensor point = test::normal_tensor({5, 4}, 2);
  EXPECT_LT(test::gradient_error([&](const at::Tensor& z) { return stability_term(z, other); }, point), 1e-7);
  EXPECT_LT(test::gradient_error([&](const at::Tensor& z) { return stability_term(other, z); }, point), 1e-7);
}

}  // namespace
}  // namespace certus
