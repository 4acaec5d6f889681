#include "certus/train/macer.h"

#include <cmath>
#include <numbers>

#include "certus/train/copies.h"
#include "certus/train/smoothed_prediction.h"

namespace certus {
namespace {

class Macer final : public Method {
 public:
  explicit Macer(const MacerSettings& settings) : settings_(settings) {}
  CopyLayout layout() const override { return CopyLayout::kImageMajor; }
  bool cuts_batches() const override { return false; }

  StepOutcome step(const TrainingNetwork& f, const Slice& slice) const override {
    const at::Tensor logits = f.train(noisy_copies(slice.images, slice.noise, layout()));
    MacerSettings settings = settings_;
    settings.lambda = macer_robust_weight(slice.epoch, settings_);
    const MacerTerms terms =
        macer_terms(copies_first(logits, slice.copies, layout()), slice.labels, slice.sigma, settings);
    const at::Tensor labels = repeat_for_copies(slice.labels, slice.copies, layout());
    return {.loss = terms.classification + settings.lambda * terms.robust,
            .reported_loss = terms.classification.detach(),
            .correct = share_correct(logits, labels)};
  }

 private:
  MacerSettings settings_;
};

at::Tensor normal_quantile_of(const at::Tensor& p) {
  return std::numbers::sqrt2 * at::erfinv(2 * p - 1);
}

/// xi, computed from images x 2 probabilities.
at::Tensor scaled_radius(const at::Tensor& top_two) {
  const at::Tensor quantiles = normal_quantile_of(top_two);
  return quantiles.select(1, 0) - quantiles.select(1, 1);
}

}  // namespace

MacerTerms macer_terms(const at::Tensor& logits, const at::Tensor& labels, double sigma,
                       const MacerSettings& settings) {
  const at::Tensor classification =
      -(averaged_softmax(logits).gather(1, labels.unsqueeze(1)) + 1e-10).log().mean();
  if (settings.lambda == 0.0) return {classification, at::zeros_like(classification)};

  const at::Tensor sharpened = averaged_softmax(settings.beta * logits);
  const at::Tensor top_two = std::get<0>(sharpened.topk(2, 1));
  // Images are chosen before xi is differentiated: through an infinite quantile even a gradient of 0 is NaN.
  // An infinite xi is beyond every margin.
  const at::Tensor xi = scaled_radius(top_two.detach());
  const at::Tensor chosen = sharpened.argmax(1).eq(labels).logical_and(xi.abs() <= settings.margin);
  const at::Tensor pushed = scaled_radius(top_two.index_select(0, chosen.nonzero().squeeze(1)));
  const auto images = static_cast<double>(labels.size(0));
  return {classification, (settings.margin - pushed).sum() * (0.5 * sigma / images)};
}

double macer_robust_weight(std::int64_t epoch, const MacerSettings& settings) {
  return epoch < settings.deferred_epochs ? 0.0 : settings.lambda;
}

std::unique_ptr<Method> make_macer(const MacerSettings& settings) {
  return std::make_unique<Macer>(settings);
}

std::unique_ptr<Method> macer_method(const Config& config) {
  return make_macer(config.read<MacerSettings>());
}

}  // namespace certus
