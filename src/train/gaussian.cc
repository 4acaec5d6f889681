#include "certus/train/gaussian.h"

#include "certus/train/copies.h"

namespace certus {
namespace {

class Gaussian final : public Method {
 public:
  StepOutcome step(const TrainingNetwork& f, const Slice& slice) const override {
    const at::Tensor labels = repeat_for_copies(slice.labels, slice.copies, layout());
    const at::Tensor logits = f.train(noisy_copies(slice.images, slice.noise, layout()));
    const at::Tensor loss = at::cross_entropy_loss(logits, labels);
    return {.loss = loss, .reported_loss = loss.detach(), .correct = share_correct(logits, labels)};
  }
};

}  // namespace

std::unique_ptr<Method> make_gaussian() {
  return std::make_unique<Gaussian>();
}

std::unique_ptr<Method> gaussian_method(const Config&) {
  return make_gaussian();
}

}  // namespace certus
