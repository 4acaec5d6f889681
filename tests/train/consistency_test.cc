#include "certus/train/consistency.h"

#include "certus/train/renorm.h"
#include "support/training_slice.h"

namespace certus {
namespace {

using Form = ConsistencySettings::Form;
using test::labels_of;
using test::tensor_of;

/// One image with given probabilities in its copies.
at::Tensor logits_of(const std::vector<float>& p, std::int64_t classes) {
  return tensor_of(p, {static_cast<std::int64_t>(p.size()) / classes, 1, classes}).log();
}

double term(const at::Tensor& logits, const ConsistencySettings& params) {
  return consistency_term(logits, params).item<double>();
}

TEST(ConsistencyTerm, OfAgreeingCopiesIsTheEntropyAlone) {
  EXPECT_NEAR(term(at::zeros({2, 3, 10}), {.lambda = 7, .eta = 0.5}), 1.151293, 1e-6);
  for (const double lambda : {1.0, 10.0}) {
    EXPECT_NEAR(term(logits_of({0.9F, 0.1F, 0.9F, 0.1F}, 2), {.lambda = lambda, .eta = 0.5}), 0.162541, 1e-6);
  }
  EXPECT_NEAR(term(logits_of({0.9F, 0.1F, 0.9F, 0.1F}, 2), {.lambda = 10, .eta = 0}), 0.0, 1e-6);
  EXPECT_NEAR(term(logits_of({0.9F, 0.1F}, 2), {.lambda = 10, .eta = 0}), 0.0, 1e-6);
}

TEST(ConsistencyTerm, HasFourForms) {
  const at::Tensor opposed = logits_of({0.9F, 0.1F, 0.1F, 0.9F}, 2);
  EXPECT_NEAR(term(opposed, {.lambda = 1, .eta = 0}), 0.5108256, 1e-6);
  EXPECT_NEAR(term(opposed, {.lambda = 10, .eta = 0}), 5.108256, 1e-5);
  EXPECT_NEAR(term(opposed, {.lambda = 10, .eta = 0.5}), 5.108256 + 0.5 * 0.693147, 1e-5);
  EXPECT_NEAR(term(opposed, {.lambda = 10, .eta = 0.5, .form = Form::kKl}), 5.108256, 1e-5);
  EXPECT_NEAR(term(opposed, {.lambda = 10, .eta = 0.5, .form = Form::kKlPlusEntropy}), 5.108256 + 6.931472,
              1e-5);
  EXPECT_NEAR(term(opposed, {.lambda = 10, .form = Form::kSquared}), 10 * 2 * 0.64, 1e-5);
}

TEST(ConsistencyTerm, DoesNotCareForTheOrderOfCopies) {
  const at::Tensor logits = test::normal_tensor({3, 5, 4}, 1).to(at::kDouble);
  EXPECT_NEAR(term(logits, {}), term(logits.flip(0), {}), 1e-12);
}

TEST(ConsistencyTerm, HasAGradientThroughTheAverage) {
  const auto loss = [](const at::Tensor& z) { return consistency_term(z, {.lambda = 1, .eta = 0}); };
  const at::Tensor logits =
      tensor_of({static_cast<float>(std::log(9.0)), 0, static_cast<float>(std::log(1.5)), 0}, {2, 1, 2});
  EXPECT_NEAR(loss(logits).item<double>(), 0.0710941, 1e-6);
  const at::Tensor gradient = test::gradient_of(loss, logits);
  EXPECT_NEAR(gradient[0][0][0].item<double>(), 0.0658770, 1e-6);
  EXPECT_NEAR(gradient[1][0][0].item<double>(), -0.0993279, 1e-6);
}

TEST(ConsistencyTerm, DifferentiatesTheLogits) {
  for (const Form form : {Form::kKlEntropy, Form::kKlPlusEntropy, Form::kKl, Form::kSquared}) {
    const auto loss = [&](const at::Tensor& z) { return consistency_term(z, {.form = form}); };
    EXPECT_LT(test::gradient_error(loss, test::normal_tensor({2, 5, 4}, 1)), 1e-7);
  }
}

TEST(ConsistencyTerm, OfSaturatedLogitsHasAFiniteGradient) {
  const auto loss = [](const at::Tensor& z) { return consistency_term(z, {}); };
  const at::Tensor logits = tensor_of({300, 0, 0, 300, 0, 0}, {2, 1, 3});
  EXPECT_TRUE(test::gradient_of(loss, logits).isfinite().all().item<bool>());
}

TEST(Consistency, TakesTheSameImageFromEveryCopy) {
  // Noise-major: rows 0 and 2 are copies of image 0. Copies agree, images do not.
  const float a = static_cast<float>(std::log(9.0));
  test::ScriptedNetwork scripted{.logits = {tensor_of({a, 0, 0, a, a, 0, 0, a}, {4, 2})}};
  Slice slice = test::random_slice(2, 2, 1);
  slice.labels = labels_of({0, 1});
  const StepOutcome outcome = make_consistency({.lambda = 10, .eta = 0.5})->step(scripted.network(), slice);
  EXPECT_NEAR(outcome.reported_loss.item<double>(), -std::log(0.9), 1e-6);
  EXPECT_NEAR(outcome.loss.item<double>(), -std::log(0.9) + 0.162541, 1e-6);
  EXPECT_EQ(scripted.frozen_calls, 0);
  EXPECT_TRUE(at::equal(scripted.images[0][2], slice.images[0] + slice.noise[2]));
}

TEST(Consistency, AttacksWithAWarmedUpRadius) {
  const ConsistencySettings params{.attack = true, .radius_256 = 256.0, .steps = 3, .warmup_epochs = 10};
  for (const auto& [epoch, radius] : {std::pair{0, 0.1}, {4, 0.5}, {9, 1.0}, {30, 1.0}}) {
    test::SmallNetwork small(2);
    Slice slice = test::random_slice(4, 2, 5);
    slice.epoch = epoch;
    at::Tensor trained_on;
    const TrainingNetwork network = small.network();
    const TrainingNetwork watched{.train =
                                      [&](const at::Tensor& x) {
                                        trained_on = x;
                                        return network.train(x);
                                      },
                                  .frozen = network.frozen};
    make_consistency(params)->step(watched, slice);
    const at::Tensor moved = (trained_on - slice.noise).slice(0, 0, 4);
    EXPECT_LE(row_norms(moved - slice.images).max().item<double>(), radius + 1e-5);
    EXPECT_GT(row_norms(moved - slice.images).max().item<double>(), 0.5 * radius);
    EXPECT_LT(test::distance(moved, (trained_on - slice.noise).slice(0, 4, 8)), 1e-6)
        << "copies share the image";
  }
}

TEST(ConsistencyAttack, EndsInTheBallAndTheBox) {
  const Slice slice = test::slice_of(at::full({1, 3, 1, 1}, 0.5), labels_of({0}), at::zeros({2, 3, 1, 1}));
  const Classifier f = test::two_class_network({1, 0, 0}, -0.6);
  const auto attacked = [&](double radius, std::int64_t steps) {
    return consistency_attack(f, slice, radius, steps).flatten();
  };
  for (const std::int64_t steps : {1, 2, 10}) {
    EXPECT_LT(test::distance(attacked(0.1, steps), tensor_of({0.6F, 0.5F, 0.5F}, {3})), 1e-6);
  }
  EXPECT_LT(test::distance(attacked(1.0, 10), tensor_of({1.0F, 0.5F, 0.5F}, {3})), 1e-6);
}

TEST(ConsistencyAttack, LeavesTheNetworkAlone) {
  const test::SmallNetwork small(2);
  const auto buffers = test::copies_of(small.buffers);
  const at::Tensor out = consistency_attack(small.network().frozen, test::random_slice(4, 2, 5), 1.0, 3);
  EXPECT_FALSE(out.requires_grad());
  EXPECT_TRUE(test::same_bits(small.buffers, buffers));
  for (const at::Tensor& parameter : small.parameters) EXPECT_FALSE(parameter.grad().defined());
}

}  // namespace
}  // namespace certus
