#include "certus/train/catrs.h"

#include "certus/base/error.h"
#include "certus/train/copies.h"
#include "certus/train/kl_divergence.h"
#include "certus/train/noise_kl_attack.h"
#include "certus/train/smoothed_prediction.h"

namespace certus {
namespace {

using Confidence = CatRsSettings::Confidence;

class CatRs final : public Method {
 public:
  explicit CatRs(const CatRsSettings& settings) : settings_(settings) {}
  bool needs_soft_labels() const override { return true; }

  StepOutcome step(const TrainingNetwork& f, const Slice& slice) const override {
    const at::Tensor rows = f.train(noisy_copies(slice.images, slice.noise, layout()));
    const at::Tensor logits = copies_first(rows, slice.copies, layout());
    const double radius = settings_.radius() * (slice.epoch >= settings_.double_radius_epoch ? 2.0 : 1.0);
    const at::Tensor noise = noise_kl_attack(f.frozen, slice, {.steps = settings_.steps, .radius = radius});
    const at::Tensor attacked =
        copies_first(f.train(noisy_copies(slice.images, noise, layout())), slice.copies, layout());

    const at::Tensor accepted = accepted_copies(confidence(logits, slice), slice.copies, slice.random)
                                    .to(slice.labels.device())
                                    .clamp_min(1);
    const at::Tensor easiest =
        easiest_copies_loss(cross_entropy_by_copy(logits, slice.labels), accepted).mean();
    const at::Tensor all_accepted = accepted.eq(slice.copies);
    const at::Tensor worst = (all_accepted * worst_copy_loss(attacked, slice.soft_labels)).mean();
    return {.loss = easiest + settings_.lambda * worst,
            .reported_loss = easiest.detach(),
            .correct = share_correct(rows, repeat_for_copies(slice.labels, slice.copies, layout()))};
  }

 private:
  std::vector<double> confidence(const at::Tensor& logits, const Slice& slice) const {
    const at::Tensor share =
        settings_.confidence == Confidence::kVotes
            ? logits.detach().argmax(-1).eq(slice.labels).to(at::kDouble).mean(0)
            : slice.soft_labels.gather(1, slice.labels.unsqueeze(1)).squeeze(1).to(at::kDouble);
    const at::Tensor here = share.to(at::kCPU).contiguous();
    return {here.data_ptr<double>(), here.data_ptr<double>() + here.numel()};
  }

  CatRsSettings settings_;
};

}  // namespace

at::Tensor accepted_copies(const std::vector<double>& confidence, std::int64_t copies,
                           const StepRandom& random) {
  const at::Tensor accepted = at::zeros({static_cast<std::int64_t>(confidence.size())}, at::kLong);
  for (std::int64_t b = 0; b < accepted.size(0); ++b) {
    for (std::int64_t j = 0; j < copies; ++j) {
      const bool is_accepted =
          random.uniform(b, static_cast<std::uint64_t>(j)) < confidence[static_cast<std::size_t>(b)];
      accepted.data_ptr<std::int64_t>()[b] += is_accepted ? 1 : 0;
    }
  }
  return accepted;
}

at::Tensor easiest_copies_loss(const at::Tensor& cross_entropies, const at::Tensor& accepted) {
  const at::Tensor sorted = std::get<0>(cross_entropies.sort(0));
  const at::Tensor rank = at::arange(sorted.size(0), accepted.options()).unsqueeze(1);
  return (sorted * (rank < accepted.clamp_min(1))).mean(0);
}

at::Tensor worst_copy_loss(const at::Tensor& logits, const at::Tensor& soft_labels) {
  return std::get<0>(kl_divergence(soft_labels, logits.log_softmax(-1)).max(0));
}

std::unique_ptr<Method> make_catrs(const CatRsSettings& settings) {
  return std::make_unique<CatRs>(settings);
}

std::unique_ptr<Method> catrs_method(const Config& config) {
  const auto settings = config.read<CatRsSettings>();
  if (settings.soft_labels.empty()) {
    fail(ErrorKind::kConfig,
         "catrs.soft_labels is empty, but cat-rs needs the vote frequencies of a model trained before; "
         "make a table with certus soft-labels and set catrs.soft_labels to its file");
  }
  return make_catrs(settings);
}

}  // namespace certus
