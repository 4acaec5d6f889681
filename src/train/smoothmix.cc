#include "certus/train/smoothmix.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/train/attacked_images.h"
#include "certus/train/copies.h"
#include "certus/train/kl_divergence.h"
#include "certus/train/renorm.h"
#include "certus/train/smoothed_ascent.h"
#include "certus/train/smoothed_prediction.h"
#include "certus/train/warmup.h"

namespace certus {
namespace {

class SmoothMix final : public Method {
 public:
  explicit SmoothMix(const SmoothMixSettings& settings) : settings_(settings) {}

  StepOutcome step(const TrainingNetwork& f, const Slice& slice) const override {
    const SmoothMixPath path = smoothmix_attack(f.frozen, slice, settings_);
    const at::Tensor logits = f.train(noisy_copies(path.start, slice.noise, layout()));
    const at::Tensor u = smoothmix_shares(slice);
    const at::Tensor mixed = at::lerp(path.start, path.end, u.view({-1, 1, 1, 1}));
    const at::Tensor mixed_logits = f.train(noisy_copies(mixed, slice.noise, layout()));

    const at::Tensor labels = repeat_for_copies(slice.labels, slice.copies, layout());
    const at::Tensor p = averaged_softmax(copies_first(logits, slice.copies, layout()));
    const at::Tensor term =
        smoothmix_term(p, slice.labels, u, copies_first(mixed_logits, slice.copies, layout()));
    const double weight = settings_.eta * warmup_share(slice.epoch, settings_.warmup_epochs);
    const at::Tensor loss = at::cross_entropy_loss(logits, labels) + weight * term;
    return {.loss = loss, .reported_loss = loss.detach(), .correct = share_correct(logits, labels)};
  }

 private:
  SmoothMixSettings settings_;
};

}  // namespace

SmoothMixPath smoothmix_attack(const Classifier& frozen, const Slice& slice,
                               const SmoothMixSettings& settings) {
  check_attacked_images(slice.images);
  const SmoothedAscent ascent{.step_size = settings.step_size,
                              .radius = settings.radius > 0.0 ? std::optional(settings.radius) : std::nullopt,
                              .objective = SmoothedAscent::Objective::kSum};
  SmoothMixPath path{.start = slice.images, .end = slice.images};
  for (std::int64_t t = 0; t < settings.steps; ++t) {
    if (t == settings.mix_step) path.start = path.end;
    path.end = smoothed_ascent(frozen, slice, path.end, ascent);
  }
  const double reach = warmup_share(slice.epoch, settings.warmup_epochs) * settings.step_size *
                       static_cast<double>(settings.mix_step);
  path.start = (slice.images + renorm(path.start - slice.images, reach)).clamp(0, 1);
  return path;
}

at::Tensor smoothmix_term(const at::Tensor& p, const at::Tensor& labels, const at::Tensor& u,
                          const at::Tensor& mixed_logits) {
  const at::Tensor share = u.unsqueeze(1);
  const at::Tensor target = (1 - share) * p + share / static_cast<double>(p.size(1));
  const at::Tensor right = p.argmax(1).eq(labels);
  return (right * kl_divergence(target, mixed_logits.log_softmax(-1))).mean();
}

at::Tensor smoothmix_shares(const Slice& slice) {
  constexpr double kMost = 0.5 - 0x1p-25;  // what float32 has below 1/2
  const at::Tensor u = at::empty({slice.labels.size(0)}, at::kDouble);
  for (std::int64_t b = 0; b < u.size(0); ++b) {
    u.data_ptr<double>()[b] = std::min(kMost, 0.5 * slice.random.uniform(b, 0));
  }
  return u.to(slice.images.options());
}

std::unique_ptr<Method> make_smoothmix(const SmoothMixSettings& settings) {
  return std::make_unique<SmoothMix>(settings);
}

std::unique_ptr<Method> smoothmix_method(const Config& config) {
  const auto settings = config.read<SmoothMixSettings>();
  if (settings.mix_step >= settings.steps) {
    fail(ErrorKind::kConfig, "smoothmix.mix_step is ", settings.mix_step, ", but the attack has ",
         settings.steps, " steps and never takes it: set a smaller one, 0 for the image itself");
  }
  return make_smoothmix(settings);
}

}  // namespace certus
