#include "certus/train/macer.h"

#include "support/training_slice.h"

namespace certus {
namespace {

using test::labels_of;
using test::tensor_of;

const MacerSettings kParams{.beta = 16, .margin = 8, .lambda = 12};
const double kA = std::log(9.0) / 16.0;

/// Three copies of logits (a, 0) for each image.
at::Tensor same_logits(const at::Tensor& a, std::int64_t images) {
  return at::stack({a, at::zeros_like(a)}).expand({3, images, 2});
}

double total(const MacerTerms& terms) {
  return (terms.classification + kParams.lambda * terms.robust).item<double>();
}

TEST(MacerTerms, AreThoseOfAKnownImage) {
  const MacerTerms terms = macer_terms(same_logits(at::scalar_tensor(kA), 1), labels_of({0}), 0.25, kParams);
  EXPECT_NEAR(terms.classification.item<double>(), 0.626839, 1e-6);
  EXPECT_NEAR(terms.robust.item<double>(), 0.679612, 1e-5);
  EXPECT_NEAR(total(terms), 8.782185, 1e-5);
}

TEST(MacerTerms, AverageOverAllImagesAndPushOnlyCorrectOnes) {
  const auto terms_at = [](const at::Tensor& a) {
    return macer_terms(same_logits(a, 2), labels_of({0, 1}), 0.25, kParams);
  };
  const at::Tensor a = at::scalar_tensor(kA, at::kDouble);
  const MacerTerms terms = terms_at(a);
  EXPECT_NEAR(terms.classification.item<double>(), 0.695503, 1e-6);
  EXPECT_NEAR(terms.robust.item<double>(), 0.339806, 1e-6);
  const auto loss = [&](const at::Tensor& at_a) {
    const MacerTerms t = terms_at(at_a);
    return t.classification + kParams.lambda * t.robust;
  };
  EXPECT_NEAR(test::gradient_of(loss, a).item<double>(), -12.27353, 1e-4);
}

TEST(MacerTerms, LeaveOutSaturatedImages) {
  const at::Tensor logits = tensor_of({100, 0, 0.1F, 0}, {1, 2, 2});
  const at::Tensor labels = labels_of({0, 0});
  const auto loss = [&](const at::Tensor& z) {
    const MacerTerms t = macer_terms(z, labels, 0.25, kParams);
    return t.classification + 12 * t.robust;
  };
  EXPECT_TRUE(std::isfinite(loss(logits).item<double>()));
  EXPECT_TRUE(test::gradient_of(loss, logits).isfinite().all().item<bool>());
  const MacerTerms alone = macer_terms(logits.slice(1, 0, 1), labels.slice(0, 0, 1), 0.25, kParams);
  EXPECT_EQ(alone.robust.item<double>(), 0.0);
  EXPECT_TRUE(test::gradient_of(loss, logits)[0][0].isfinite().all().item<bool>());
}

TEST(MacerTerms, LeaveOutImagesBeyondTheMargin) {
  // p1 = 0.99 has xi = 4.65.
  const at::Tensor logits = tensor_of({static_cast<float>(std::log(99.0) / 16.0), 0}, {1, 1, 2});
  const auto robust = [&](double margin) {
    return macer_terms(logits, labels_of({0}), 1.0, {.beta = 16, .margin = margin, .lambda = 1})
        .robust.item<double>();
  };
  EXPECT_EQ(robust(4.6), 0.0);
  EXPECT_NEAR(robust(4.7), 0.5 * (4.7 - 2 * 2.3263479), 1e-4);
}

TEST(MacerTerms, DifferentiateTheLogits) {
  const at::Tensor logits = 0.1 * test::normal_tensor({3, 6, 4}, 5);
  const at::Tensor labels = labels_of({0, 1, 2, 3, 0, 1});
  const auto loss = [&](const at::Tensor& z) {
    const MacerTerms t = macer_terms(z, labels, 0.5, kParams);
    return t.classification + 12 * t.robust;
  };
  EXPECT_GT(macer_terms(logits, labels, 0.5, kParams).robust.item<double>(), 0.0);
  EXPECT_LT(test::gradient_error(loss, logits), 1e-6);
}

TEST(Macer, DefersTheRobustTerm) {
  const MacerSettings params{.lambda = 12, .deferred_epochs = 50};
  EXPECT_EQ(macer_robust_weight(49, params), 0.0);
  EXPECT_EQ(macer_robust_weight(50, params), 12.0);
  EXPECT_EQ(macer_robust_weight(0, {.lambda = 12}), 12.0);
}

TEST(Macer, TakesCopiesOfAnImageTogether) {
  // Image-major: rows 0 and 1 are copies of image 0.
  const float a = static_cast<float>(kA);
  Slice slice = test::random_slice(2, 2, 1);
  slice.labels = labels_of({0, 1});
  slice.sigma = 0.25;
  test::ScriptedNetwork scripted{.logits = {tensor_of({a, 0, a, 0, 0, a, 0, a}, {4, 2})}};
  const std::unique_ptr<Method> method =
      make_macer({.beta = 16, .margin = 8, .lambda = 12, .deferred_epochs = 1});
  slice.epoch = 1;
  const StepOutcome outcome = method->step(scripted.network(), slice);
  EXPECT_NEAR(outcome.loss.item<double>(), 8.782185, 1e-5);
  EXPECT_NEAR(outcome.reported_loss.item<double>(), 0.626839, 1e-6);
  EXPECT_DOUBLE_EQ(outcome.correct.item<double>(), 1.0);
  EXPECT_TRUE(at::equal(scripted.images[0][1], slice.images[0] + slice.noise[1]));

  slice.epoch = 0;
  test::ScriptedNetwork again{.logits = scripted.logits};
  EXPECT_NEAR(method->step(again.network(), slice).loss.item<double>(), 0.626839, 1e-6);
  EXPECT_FALSE(method->cuts_batches());
}

}  // namespace
}  // namespace certus
