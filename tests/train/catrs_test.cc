#include "certus/train/catrs.h"

#include "certus/train/renorm.h"
#include "support/training_slice.h"

namespace certus {
namespace {

using Confidence = CatRsSettings::Confidence;
using test::labels_of;
using test::tensor_of;

TEST(EasiestCopiesLoss, DividesByAllCopies) {
  const at::Tensor ce = tensor_of({0.3F, 0.1F, 0.4F, 0.2F}, {4, 1}).expand({4, 4});
  const at::Tensor loss = easiest_copies_loss(ce, labels_of({2, 0, 1, 4}));
  EXPECT_LT(test::distance(loss, tensor_of({0.075F, 0.025F, 0.025F, 0.25F}, {4})), 1e-6);
}

TEST(EasiestCopiesLoss, HasGradientsOfTheChosenCopiesOnly) {
  const auto loss = [](const at::Tensor& ce) { return easiest_copies_loss(ce, labels_of({2})).sum(); };
  const at::Tensor gradient = test::gradient_of(loss, tensor_of({0.3F, 0.1F, 0.4F, 0.2F}, {4, 1}));
  EXPECT_TRUE(at::equal(gradient.flatten(), tensor_of({0, 0.25F, 0, 0.25F}, {4})));
  EXPECT_LT(test::gradient_error(
                [](const at::Tensor& ce) {
                  return easiest_copies_loss(ce, labels_of({2, 3, 1})).mean();
                },
                test::normal_tensor({4, 3}, 1)),
            1e-7);
}

TEST(WorstCopyLoss, IsTheLargestDivergence) {
  const at::Tensor q = tensor_of({0.5F, 0.25F, 0.25F, 0.7F, 0.2F, 0.1F}, {2, 1, 3});
  const at::Tensor soft = tensor_of({0.7F, 0.3F, 0}, {1, 3});
  EXPECT_NEAR(worst_copy_loss(q.log(), soft).item<double>(), 0.290227, 1e-6);
  const auto loss = [&](const at::Tensor& z) { return worst_copy_loss(z, soft.to(at::kDouble)).sum(); };
  EXPECT_LT(test::gradient_error(loss, q.log()), 1e-7);
  EXPECT_EQ(test::gradient_of(loss, q.log().to(at::kDouble))[1].abs().max().item<double>(), 0.0);
}

TEST(AcceptedCopies, AreCertainAtTheEnds) {
  StepRandom random{.seed = 1, .positions = {}};
  std::vector<double> sure, never;
  for (std::int64_t b = 0; b < 500; ++b) {
    random.positions.push_back(b);
    sure.push_back(1.0);
    never.push_back(0.0);
  }
  EXPECT_TRUE(accepted_copies(sure, 4, random).eq(4).all().item<bool>());
  EXPECT_TRUE(accepted_copies(never, 4, random).eq(0).all().item<bool>());
}

TEST(AcceptedCopies, AreBinomial) {
  StepRandom random{.seed = 1, .positions = {}};
  const std::vector<double> confidence(20000, 0.3);
  for (std::int64_t b = 0; b < 20000; ++b) random.positions.push_back(b);
  const at::Tensor accepted = accepted_copies(confidence, 4, random).to(at::kDouble);
  // Each window is five standard errors wide.
  EXPECT_NEAR(accepted.mean().item<double>(), 1.2, 0.033);
  EXPECT_NEAR(accepted.eq(4).to(at::kDouble).mean().item<double>(), 0.0081, 0.0032);
  EXPECT_NEAR(accepted.var().item<double>(), 0.84, 0.05);
}

/// Images with all, none and half of their two copies right; probability 0.8 of the class they name.
struct CatRsStep : ::testing::Test {
  const float a = static_cast<float>(std::log(4.0));
  const at::Tensor first = tensor_of({a, 0, 0, a, a, 0, a, 0, 0, a, 0, a}, {6, 2});
  const at::Tensor second = tensor_of({0, a, a, 0, 0, 0, 0, 0, a, 0, 0, 0}, {6, 2});
  test::ScriptedNetwork scripted{.logits = {first, second}};
  Slice slice = test::random_slice(3, 2, 1);

  CatRsStep() {
    slice.labels = labels_of({0, 0, 0});
    slice.soft_labels = tensor_of({1, 0, 0.5F, 0.5F, 0, 1}, {3, 2});
  }
};

TEST_F(CatRsStep, PunishesTheWorstCopyOfSureImagesOnly) {
  // Image 2 accepts none, one or both of its copies: the place is such that it accepts one.
  const auto accepted = [&] { return accepted_copies({1.0, 0.0, 0.5}, 2, slice.random)[2].item<int>(); };
  while (accepted() == 2) ++slice.random.positions[2];
  const StepOutcome outcome = make_catrs({.lambda = 3.0})->step(scripted.network(), slice);
  const double right = -std::log(0.8), wrong = -std::log(0.2);
  const double easiest = (right + 0.5 * wrong + 0.5 * right) / 3;
  // Image 0: KL((1, 0); (0.2, 0.8)) of its first attacked copy is the larger.
  const double worst = wrong / 3;
  EXPECT_NEAR(outcome.reported_loss.item<double>(), easiest, 1e-6);
  EXPECT_NEAR(outcome.loss.item<double>(), easiest + 3.0 * worst, 1e-6);
  EXPECT_DOUBLE_EQ(outcome.correct.item<double>(), 0.5);
  EXPECT_EQ(scripted.images.size(), 2U);
}

TEST_F(CatRsStep, MayTakeConfidenceFromTheSoftLabels) {
  slice.soft_labels = tensor_of({0, 1, 1, 0, 0, 1}, {3, 2});
  const StepOutcome outcome =
      make_catrs({.lambda = 1.0, .confidence = Confidence::kSoftLabels})->step(scripted.network(), slice);
  const double right = -std::log(0.8), wrong = -std::log(0.2);
  const double easiest = (0.5 * right + wrong + 0.5 * right) / 3;
  // Image 1 alone is sure: KL((1, 0); (0.8, 0.2)) and KL((1, 0); (0.8, 0.2)) of its copies 1 and 4.
  EXPECT_NEAR(outcome.loss.item<double>(), easiest + right / 3, 1e-6);
}

TEST_F(CatRsStep, DoublesTheRadiusFromAnEpochOn) {
  const test::SmallNetwork small(2);
  const TrainingNetwork network = small.network();
  Slice random = test::random_slice(4, 2, 5);
  const auto reach = [&](std::int64_t epoch) {
    std::vector<at::Tensor> seen;
    const TrainingNetwork watched{.train =
                                      [&](const at::Tensor& x) {
                                        seen.push_back(x);
                                        return network.frozen(x).requires_grad_();
                                      },
                                  .frozen = network.frozen};
    random.epoch = epoch;
    make_catrs({.radius_256 = 25.6, .steps = 1, .double_radius_epoch = 80})->step(watched, random);
    return row_norms(seen.at(1) - seen.at(0)).max().item<double>();
  };
  EXPECT_NEAR(reach(79), 0.1, 2e-3);
  EXPECT_NEAR(reach(80), 0.2, 4e-3);
}

TEST(CatRs, NeedsSoftLabels) {
  EXPECT_TRUE(make_catrs({})->needs_soft_labels());
}

}  // namespace
}  // namespace certus
