#include "certus/train/gaussian.h"

#include "certus/train/easy_focus.h"
#include "support/training_slice.h"

namespace certus {
namespace {

using test::distance;

TEST(Gaussian, OfAConstantNetworkIsTheLogOfTheClasses) {
  for (const std::int64_t copies : {1, 4}) {
    test::ScriptedNetwork constant{.logits = {at::zeros({6 * copies, 10})}};
    const StepOutcome outcome = make_gaussian()->step(constant.network(), test::random_slice(6, copies, 1));
    EXPECT_NEAR(outcome.loss.item<double>(), 2.302585, 1e-6);
    EXPECT_NEAR(outcome.reported_loss.item<double>(), 2.302585, 1e-6);
    EXPECT_EQ(constant.frozen_calls, 0);
  }
}

TEST(Gaussian, GivesEveryCopyItsOwnNoiseOfSigma) {
  // 12288 normals per copy: a standard deviation off by 3 percent is 4.7 of its standard errors.
  const Slice slice = test::random_slice(64, 4, 3);
  test::ScriptedNetwork constant{.logits = {at::zeros({256, 4})}};
  make_gaussian()->step(constant.network(), slice);
  for (std::int64_t j = 0; j < 4; ++j) {
    const at::Tensor noise = constant.images[0].slice(0, 64 * j, 64 * (j + 1)) - slice.images;
    EXPECT_NEAR(noise.std().item<double>(), 0.5, 0.015) << j;
    EXPECT_LT(distance(noise, slice.noise.slice(0, 64 * j, 64 * (j + 1))), 1e-6);
  }
}

TEST(Gaussian, AveragesTheCrossEntropyOfAllRows) {
  const Slice slice = test::random_slice(5, 3, 7);
  const test::SmallNetwork small(1), twin(1);
  const StepOutcome outcome = make_gaussian()->step(small.network(), slice);
  const at::Tensor logits =
      twin.network().train(at::cat({slice.images, slice.images, slice.images}) + slice.noise);
  const at::Tensor labels = at::cat({slice.labels, slice.labels, slice.labels});
  EXPECT_NEAR(outcome.loss.item<double>(),
              -logits.log_softmax(1).gather(1, labels.unsqueeze(1)).mean().item<double>(), 1e-6);
  EXPECT_NEAR(outcome.correct.item<double>(),
              logits.argmax(1).eq(labels).to(at::kDouble).mean().item<double>(), 1e-12);
  EXPECT_FALSE(outcome.reported_loss.requires_grad());
  outcome.loss.backward();
  for (const at::Tensor& parameter : small.parameters) EXPECT_TRUE(parameter.grad().defined());
}

TEST(EasyFocus, HasTheLossOfGaussian) {
  EXPECT_EQ(easy_focus_method().name, "easy-focus");
  EXPECT_EQ(easy_focus_method().make, gaussian_method().make);
}

}  // namespace
}  // namespace certus
