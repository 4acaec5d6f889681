#include "certus/train/noise_kl_attack.h"

#include "certus/train/attacked_images.h"
#include "certus/train/copies.h"
#include "certus/train/kl_divergence.h"
#include "certus/train/renorm.h"

namespace certus {
namespace {

/// By row, rows x 1 x 1 x 1.
struct Moments {
  at::Tensor mean, rms;

  explicit Moments(const at::Tensor& rows)
      : mean(rows.mean({1, 2, 3}, true)), rms(rows.square().mean({1, 2, 3}, true).sqrt()) {}
};

}  // namespace

at::Tensor noise_kl_attack(const Classifier& frozen, const Slice& slice, const NoiseKlAttackParams& params) {
  check_attacked_images(slice.images);
  const CopyLayout layout = CopyLayout::kNoiseMajor;
  const at::Tensor targets = repeat_for_copies(slice.soft_labels, slice.copies, layout);
  const double step_size = 2.0 * params.radius / static_cast<double>(params.steps);
  const Moments given(slice.noise);
  at::Tensor noise = slice.noise;
  for (std::int64_t t = 0; t < params.steps; ++t) {
    const at::Tensor input = noise.detach().requires_grad_();
    const at::Tensor logits = frozen(noisy_copies(slice.images, input, layout));
    const at::Tensor kl = kl_divergence(targets, logits.log_softmax(1)).sum();
    const at::Tensor gradient = input_gradient(kl / static_cast<double>(slice.copies), input);
    const at::Tensor moved = noise + step_size * unit_direction(gradient);
    const at::Tensor inside = slice.noise + renorm(moved - slice.noise, params.radius);
    const Moments now(inside);
    // Without noise there is nothing to divide by, and nothing to restore.
    noise = (inside - now.mean) / now.rms.clamp_min(1e-20) * given.rms + given.mean;
  }
  return noise;
}

}  // namespace certus
