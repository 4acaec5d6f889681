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

TEST(Gaussian, AddsNoiseBeforeNormalisation) {
  // 12288 values of channel 0: 3 percent are 4.7 standard errors.
  Slice slice = test::random_slice(48, 4, 3);
  slice.images = at::full_like(slice.images, 0.5);
  at::Tensor normalised;
  const at::Tensor mean = test::tensor_of({0.4914F, 0.4822F, 0.4465F}, {1, 3, 1, 1});
  const at::Tensor std = test::tensor_of({0.2023F, 0.1994F, 0.2010F}, {1, 3, 1, 1});
  const TrainingNetwork f{.train = [&](const at::Tensor& x) {
    normalised = (x - mean) / std;
    return normalised.mean({2, 3});
  }};
  slice.labels = slice.labels.remainder(3);
  make_gaussian()->step(f, slice);
  EXPECT_NEAR(normalised.select(1, 0).std().item<double>(), 0.5 / 0.2023, 0.03 * 0.5 / 0.2023);
}

TEST(EasyFocus, HasTheLossOfGaussian) {
  const auto loss = [](const std::unique_ptr<Method>& method) {
    return method->step(test::SmallNetwork(2).network(), test::random_slice(8, 2, 4)).loss.item<double>();
  };
  EXPECT_EQ(loss(easy_focus_method(Config({}, {}, {}))), loss(make_gaussian()));
}

}  // namespace
}  // namespace certus
