#include "certus/train/smoothed_prediction.h"

#include "support/small_networks.h"

namespace certus {
namespace {

const at::Tensor kLogits = test::normal_tensor({3, 5, 4}, 1).to(at::kDouble);
const at::Tensor kLabels = at::tensor(std::vector<std::int64_t>{0, 3, 1, 2, 2});

TEST(AveragedSoftmax, IsTheMeanOfProbabilities) {
  const at::Tensor p = averaged_softmax(kLogits);
  for (std::int64_t b = 0; b < 5; ++b) {
    double expected = 0;
    for (std::int64_t j = 0; j < 3; ++j) {
      double sum = 0;
      for (std::int64_t c = 0; c < 4; ++c) sum += std::exp(kLogits[j][b][c].item<double>());
      expected += std::exp(kLogits[j][b][1].item<double>()) / sum / 3;
    }
    EXPECT_NEAR(p[b][1].item<double>(), expected, 1e-12);
  }
}

TEST(SmoothedNll, EndsAtTwentyDigits) {
  const at::Tensor p = test::tensor_of({1, 0, 0.25F, 0.75F}, {2, 2});
  const at::Tensor nll = smoothed_nll(p, at::tensor(std::vector<std::int64_t>{1, 1}));
  EXPECT_NEAR(nll[0].item<double>(), 20 * std::log(10.0), 1e-4);
  EXPECT_NEAR(nll[1].item<double>(), -std::log(0.75), 1e-6);
}

TEST(SmoothedNll, DifferentiatesThroughTheAverage) {
  const auto loss = [](const at::Tensor& z) { return smoothed_nll(averaged_softmax(z), kLabels).mean(); };
  EXPECT_LT(test::gradient_error(loss, kLogits), 1e-7);
}

TEST(CrossEntropyByCopy, IsThatOfEveryRow) {
  const at::Tensor out = cross_entropy_by_copy(kLogits, kLabels);
  for (std::int64_t j = 0; j < 3; ++j) {
    EXPECT_LT(test::distance(out[j], at::cross_entropy_loss(kLogits[j], kLabels, {}, at::Reduction::None)),
              1e-12);
  }
}

}  // namespace
}  // namespace certus
