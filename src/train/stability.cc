#include "certus/train/stability.h"

#include "certus/base/error.h"
#include "certus/train/copies.h"

namespace certus {
namespace {

class Stability final : public Method {
 public:
  explicit Stability(const StabilityParams& params) : params_(params) {}
  bool cuts_batches() const override { return false; }

  StepOutcome step(const TrainingNetwork& f, const Slice& slice) const override {
    const at::Tensor clean = f.train(slice.images);
    const at::Tensor noisy = f.train(noisy_copies(slice.images, slice.noise, layout()));
    const at::Tensor classification = at::cross_entropy_loss(clean, slice.labels);
    return {.loss = classification + params_.lambda * stability_term(clean, noisy),
            .reported_loss = classification.detach(),
            .correct = share_correct(noisy, slice.labels)};
  }

 private:
  StabilityParams params_;
};

}  // namespace

at::Tensor stability_term(const at::Tensor& clean_logits, const at::Tensor& noisy_logits) {
  return -(clean_logits.softmax(1) * noisy_logits.log_softmax(1)).sum(1).mean();
}

std::unique_ptr<Method> make_stability(const StabilityParams& params) {
  return std::make_unique<Stability>(params);
}

std::unique_ptr<Method> stability_method(const Config& config) {
  const std::int64_t copies = config.integer("noise.copies");
  if (copies != 1) {
    fail(ErrorKind::kConfig, "noise.copies is ", copies,
         ", but stability compares the clean image with one noisy copy: set noise.copies = 1");
  }
  return make_stability({.lambda = config.real("stability.lambda")});
}

}  // namespace certus
