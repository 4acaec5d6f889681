#include "certus/train/smoothadv.h"

#include "certus/base/error.h"
#include "certus/recipe/train_settings.h"
#include "certus/train/copies.h"
#include "certus/train/ddn_attack.h"
#include "certus/train/smoothadv_gradient.h"
#include "certus/train/smoothadv_pgd.h"
#include "certus/train/warmup.h"

namespace certus {
namespace {

using Attack = SmoothAdvSettings::Attack;

class SmoothAdv final : public Method {
 public:
  explicit SmoothAdv(const SmoothAdvSettings& settings) : settings_(settings) {}
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
    const double radius = settings_.radius() * warmup_share(slice.epoch, settings_.warmup_epochs);
    if (settings_.attack == Attack::kDdn) {
      return ddn_attack(frozen, slice,
                        {.steps = settings_.steps,
                         .gamma = settings_.ddn_gamma,
                         .initial_norm = radius,
                         .max_norm = radius});
    }
    using Gradient = SmoothAdvPgdParams::Gradient;
    const Gradient gradient = settings_.attack == Attack::kPgd ? Gradient::kExact : Gradient::kFree;
    return smoothadv_pgd(frozen, slice, {.steps = settings_.steps, .radius = radius, .gradient = gradient});
  }

  SmoothAdvSettings settings_;
};

}  // namespace

std::unique_ptr<Method> make_smoothadv(const SmoothAdvSettings& settings) {
  return std::make_unique<SmoothAdv>(settings);
}

std::unique_ptr<Method> smoothadv_method(const Config& config) {
  const auto settings = config.read<SmoothAdvSettings>();
  const std::int64_t copies = config.read<NoiseSettings>().copies;
  if (settings.attack == Attack::kGradientFree && copies < 2) {
    fail(
        ErrorKind::kConfig, "noise.copies is ", copies,
        ", but smoothadv.attack gradient-free estimates the gradient from several copies: set noise.copies = "
        "2 or more, or another attack");
  }
  return make_smoothadv(settings);
}

}  // namespace certus
