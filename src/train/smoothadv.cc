#include "certus/train/smoothadv.h"

#include "certus/base/error.h"
#include "certus/train/copies.h"
#include "certus/train/ddn_attack.h"
#include "certus/train/smoothadv_gradient.h"
#include "certus/train/smoothadv_pgd.h"
#include "certus/train/warmup.h"

namespace certus {
namespace {

using Attack = SmoothAdvParams::Attack;

class SmoothAdv final : public Method {
 public:
  explicit SmoothAdv(const SmoothAdvParams& params) : params_(params) {}
  CopyLayout layout() const override { return kSmoothAdvLayout; }

  StepOutcome step(const TrainingNetwork& f, const Slice& slice) const override {
    const at::Tensor images = slice.images + perturbation(f.frozen, slice);
    const at::Tensor labels = repeat_for_copies(slice.labels, slice.copies, layout());
    const at::Tensor logits = f.train(noisy_copies(images, slice.noise, layout()));
    const at::Tensor loss = at::cross_entropy_loss(logits, labels);
    return {.loss = loss, .reported_loss = loss.detach(), .correct = share_correct(logits, labels)};
  }

 private:
  at::Tensor perturbation(const Classifier& frozen, const Slice& slice) const {
    const double radius = params_.radius * warmup_share(slice.epoch, params_.warmup_epochs);
    if (params_.attack == Attack::kDdn) {
      return ddn_attack(
          frozen, slice,
          {.steps = params_.steps, .gamma = params_.ddn_gamma, .initial_norm = radius, .max_norm = radius});
    }
    using Gradient = SmoothAdvPgdParams::Gradient;
    const Gradient gradient = params_.attack == Attack::kPgd ? Gradient::kExact : Gradient::kFree;
    return smoothadv_pgd(frozen, slice, {.steps = params_.steps, .radius = radius, .gradient = gradient});
  }

  SmoothAdvParams params_;
};

Attack attack_of(const std::string& text) {
  if (text == "pgd") return Attack::kPgd;
  return text == "ddn" ? Attack::kDdn : Attack::kGradientFree;
}

}  // namespace

std::unique_ptr<Method> make_smoothadv(const SmoothAdvParams& params) {
  return std::make_unique<SmoothAdv>(params);
}

std::unique_ptr<Method> smoothadv_method(const Config& config) {
  const Attack attack = attack_of(config.text("smoothadv.attack"));
  const std::int64_t copies = config.integer("noise.copies");
  if (attack == Attack::kGradientFree && copies < 2) {
    fail(
        ErrorKind::kConfig, "noise.copies is ", copies,
        ", but smoothadv.attack gradient-free estimates the gradient from several copies: set noise.copies = "
        "2 or more, or another attack");
  }
  return make_smoothadv({.attack = attack,
                         .radius = config.real("smoothadv.radius_256") / 256.0,
                         .steps = config.integer("smoothadv.steps"),
                         .warmup_epochs = config.integer("smoothadv.warmup_epochs"),
                         .ddn_gamma = config.real("smoothadv.ddn_gamma")});
}

}  // namespace certus
