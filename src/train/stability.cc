#include "certus/train/stability.h"

#include "certus/base/error.h"
#include "certus/recipe/train_settings.h"
#include "certus/train/copies.h"

namespace certus {
namespace {

class Stability final : public Method {
 public:
  explicit Stability(const StabilitySettings& settings) : settings_(settings) {}
  bool cuts_batches() const override { return false; }

  StepOutcome step(const TrainingNetwork& f, const Slice& slice) const override {
    const at::Tensor clean = f.train(slice.images);
    const at::Tensor noisy = f.train(noisy_copies(slice.images, slice.noise, layout()));
    const at::Tensor classification = at::cross_entropy_loss(clean, slice.labels);
    return {.loss = classification + settings_.lambda * stability_term(clean, noisy),
            .reported_loss = classification.detach(),
            .correct = share_correct(noisy, slice.labels)};
  }

 private:
  StabilitySettings settings_;
};

}  // namespace

at::Tensor stability_term(const at::Tensor& clean_logits, const at::Tensor& noisy_logits) {
  return -(clean_logits.softmax(1) * noisy_logits.log_softmax(1)).sum(1).mean();
}

std::unique_ptr<Method> make_stability(const StabilitySettings& settings) {
  return std::make_unique<Stability>(settings);
}

std::unique_ptr<Method> stability_method(const Config& config) {
  const std::int64_t copies = config.read<NoiseSettings>().copies;
  if (copies != 1) {
    fail(ErrorKind::kConfig, "noise.copies is ", copies,
         ", but stability compares the clean image with one noisy copy: set noise.copies = 1");
  }
  return make_stability(config.read<StabilitySettings>());
}

}  // namespace certus
