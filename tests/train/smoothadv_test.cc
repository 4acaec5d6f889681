#include "certus/train/smoothadv.h"

#include "certus/train/ddn_attack.h"
#include "certus/train/smoothadv_pgd.h"
#include "support/training_slice.h"

namespace certus {
namespace {

using Attack = SmoothAdvSettings::Attack;

/// What the method trains on, minus the noise: mB rows, image-major.
at::Tensor trained_images(const SmoothAdvSettings& params, const Slice& slice,
                          const test::SmallNetwork& small) {
  const TrainingNetwork network = small.network();
  at::Tensor seen;
  const TrainingNetwork watched{.train =
                                    [&](const at::Tensor& x) {
                                      EXPECT_FALSE(seen.defined()) << "one forward in training mode";
                                      seen = x;
                                      return network.train(x);
                                    },
                                .frozen = network.frozen};
  const StepOutcome outcome = make_smoothadv(params)->step(watched, slice);
  const at::Tensor labels = at::repeat_interleave(slice.labels, slice.copies);
  const at::Tensor again = test::SmallNetwork(2).network().train(seen);
  EXPECT_NEAR(outcome.loss.item<double>(), at::cross_entropy_loss(again, labels).item<double>(), 1e-5);
  return seen - slice.noise;
}

TEST(SmoothAdv, TrainsOnOnePerturbationForAllCopies) {
  Slice slice = test::random_slice(4, 3, 5);
  slice.epoch = 4;
  for (const Attack attack : {Attack::kPgd, Attack::kDdn, Attack::kGradientFree}) {
    const test::SmallNetwork small(2);
    const Classifier frozen = test::SmallNetwork(2).network().frozen;
    const at::Tensor images = trained_images(
        {.attack = attack, .radius_256 = 256.0, .steps = 3, .warmup_epochs = 10, .ddn_gamma = 0.1}, slice,
        small);
    using Gradient = SmoothAdvPgdParams::Gradient;
    const at::Tensor expected =
        attack == Attack::kDdn
            ? ddn_attack(frozen, slice, {.steps = 3, .gamma = 0.1, .initial_norm = 0.5, .max_norm = 0.5})
            : smoothadv_pgd(frozen, slice,
                            {.steps = 3,
                             .radius = 0.5,
                             .gradient = attack == Attack::kPgd ? Gradient::kExact : Gradient::kFree});
    EXPECT_GT(expected.abs().max().item<double>(), 0.0);
    for (std::int64_t b = 0; b < 4; ++b) {
      for (std::int64_t j = 0; j < 3; ++j) {
        EXPECT_LT(test::distance(images[b * 3 + j], slice.images[b] + expected[b]), 1e-6);
      }
    }
  }
}

}  // namespace
}  // namespace certus
