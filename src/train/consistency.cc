#include "certus/train/consistency.h"

#include "certus/base/error.h"
#include "certus/recipe/train_settings.h"
#include "certus/train/attacked_images.h"
#include "certus/train/copies.h"
#include "certus/train/kl_divergence.h"
#include "certus/train/smoothed_ascent.h"
#include "certus/train/smoothed_prediction.h"
#include "certus/train/warmup.h"

namespace certus {
namespace {

using Form = ConsistencySettings::Form;

class Consistency final : public Method {
 public:
  explicit Consistency(const ConsistencySettings& settings) : settings_(settings) {}

  StepOutcome step(const TrainingNetwork& f, const Slice& slice) const override {
    const double radius = settings_.radius() * warmup_share(slice.epoch, settings_.warmup_epochs);
    const at::Tensor images =
        settings_.attack ? consistency_attack(f.frozen, slice, radius, settings_.steps) : slice.images;
    const at::Tensor labels = repeat_for_copies(slice.labels, slice.copies, layout());
    const at::Tensor logits = f.train(noisy_copies(images, slice.noise, layout()));
    const at::Tensor classification = at::cross_entropy_loss(logits, labels);
    const at::Tensor term = consistency_term(copies_first(logits, slice.copies, layout()), settings_);
    return {.loss = classification + term,
            .reported_loss = classification.detach(),
            .correct = share_correct(logits, labels)};
  }

 private:
  ConsistencySettings settings_;
};

}  // namespace

at::Tensor consistency_term(const at::Tensor& logits, const ConsistencySettings& settings) {
  if (settings.form == Form::kSquared) {
    CERTUS_CHECK(logits.size(0) == 2);
    const at::Tensor p = logits.softmax(-1);
    return settings.lambda * (p[0] - p[1]).square().sum(-1).mean();
  }
  const at::Tensor averaged = averaged_softmax(logits);
  const at::Tensor kl = kl_divergence(averaged, logits.log_softmax(-1)).mean();
  if (settings.form == Form::kKl) return settings.lambda * kl;
  const double entropy_weight = settings.form == Form::kKlEntropy ? settings.eta : settings.lambda;
  return settings.lambda * kl + entropy_weight * entropy(averaged).mean();
}

at::Tensor consistency_attack(const Classifier& frozen, const Slice& slice, double radius,
                              std::int64_t steps) {
  check_attacked_images(slice.images);
  const SmoothedAscent ascent{.step_size = 2.0 * radius / static_cast<double>(steps), .radius = radius};
  at::Tensor images = slice.images;
  for (std::int64_t t = 0; t < steps; ++t) images = smoothed_ascent(frozen, slice, images, ascent);
  return images;
}

std::unique_ptr<Method> make_consistency(const ConsistencySettings& settings) {
  return std::make_unique<Consistency>(settings);
}

std::unique_ptr<Method> consistency_method(const Config& config) {
  const auto settings = config.read<ConsistencySettings>();
  const std::int64_t copies = config.read<NoiseSettings>().copies;
  if (settings.form == Form::kSquared && copies != 2) {
    fail(ErrorKind::kConfig, "noise.copies is ", copies,
         ", but consistency.form squared compares two copies: set noise.copies = 2 or another form");
  }
  if (copies < 2) {
    fail(ErrorKind::kConfig, "noise.copies is ", copies,
         ", but consistency compares copies with each other: set noise.copies = 2 or more");
  }
  return make_consistency(settings);
}

}  // namespace certus
