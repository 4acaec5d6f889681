#include "certus/train/consistency.h"

#include "certus/base/error.h"
#include "certus/train/attacked_images.h"
#include "certus/train/copies.h"
#include "certus/train/kl_divergence.h"
#include "certus/train/smoothed_ascent.h"
#include "certus/train/smoothed_prediction.h"
#include "certus/train/warmup.h"

namespace certus {
namespace {

using Form = ConsistencyParams::Form;

class Consistency final : public Method {
 public:
  explicit Consistency(const ConsistencyParams& params) : params_(params) {}

  StepOutcome step(const TrainingNetwork& f, const Slice& slice) const override {
    const double radius = params_.radius * warmup_share(slice.epoch, params_.warmup_epochs);
    const at::Tensor images =
        params_.attack ? consistency_attack(f.frozen, slice, radius, params_.steps) : slice.images;
    const at::Tensor labels = repeat_for_copies(slice.labels, slice.copies, layout());
    const at::Tensor logits = f.train(noisy_copies(images, slice.noise, layout()));
    const at::Tensor classification = at::cross_entropy_loss(logits, labels);
    const at::Tensor term = consistency_term(copies_first(logits, slice.copies, layout()), params_);
    return {.loss = classification + term,
            .reported_loss = classification.detach(),
            .correct = share_correct(logits, labels)};
  }

 private:
  ConsistencyParams params_;
};

Form form_of(const std::string& text) {
  if (text == "kl-entropy") return Form::kKlEntropy;
  if (text == "kl-plus-entropy") return Form::kKlPlusEntropy;
  if (text == "kl") return Form::kKl;
  return Form::kSquared;
}

}  // namespace

at::Tensor consistency_term(const at::Tensor& logits, const ConsistencyParams& params) {
  if (params.form == Form::kSquared) {
    CERTUS_CHECK(logits.size(0) == 2);
    const at::Tensor p = logits.softmax(-1);
    return params.lambda * (p[0] - p[1]).square().sum(-1).mean();
  }
  const at::Tensor averaged = averaged_softmax(logits);
  const at::Tensor kl = kl_divergence(averaged, logits.log_softmax(-1)).mean();
  if (params.form == Form::kKl) return params.lambda * kl;
  const double entropy_weight = params.form == Form::kKlEntropy ? params.eta : params.lambda;
  return params.lambda * kl + entropy_weight * entropy(averaged).mean();
}

at::Tensor consistency_attack(const Classifier& frozen, const Slice& slice, double radius,
                              std::int64_t steps) {
  check_attacked_images(slice.images);
  const SmoothedAscent ascent{.step_size = 2.0 * radius / static_cast<double>(steps), .radius = radius};
  at::Tensor images = slice.images;
  for (std::int64_t t = 0; t < steps; ++t) images = smoothed_ascent(frozen, slice, images, ascent);
  return images;
}

std::unique_ptr<Method> make_consistency(const ConsistencyParams& params) {
  return std::make_unique<Consistency>(params);
}

std::unique_ptr<Method> consistency_method(const Config& config) {
  const Form form = form_of(config.text("consistency.form"));
  const std::int64_t copies = config.integer("noise.copies");
  if (form == Form::kSquared && copies != 2) {
    fail(ErrorKind::kConfig, "noise.copies is ", copies,
         ", but consistency.form squared compares two copies: set noise.copies = 2 or another form");
  }
  if (copies < 2) {
    fail(ErrorKind::kConfig, "noise.copies is ", copies,
         ", but consistency compares copies with each other: set noise.copies = 2 or more");
  }
  return make_consistency({.lambda = config.real("consistency.lambda"),
                           .eta = config.real("consistency.eta"),
                           .form = form,
                           .attack = config.flag("consistency.attack"),
                           .radius = config.real("consistency.radius_256") / 256.0,
                           .steps = config.integer("consistency.steps"),
                           .warmup_epochs = config.integer("consistency.warmup_epochs")});
}

}  // namespace certus
