#include "certus/train/smoothadv_pgd.h"

#include "certus/base/error.h"
#include "certus/train/attacked_images.h"
#include "certus/train/copies.h"
#include "certus/train/renorm.h"
#include "certus/train/smoothadv_gradient.h"

namespace certus {
namespace {

using Gradient = SmoothAdvPgdParams::Gradient;

/// -(1/m) sum_j p_j delta_j, p_j the probability of the label in copy j.
at::Tensor gradient_free(const Classifier& frozen, const Slice& slice, const at::Tensor& perturbation) {
  const at::NoGradGuard no_gradient;
  const at::Tensor logits = frozen(noisy_copies(slice.images + perturbation, slice.noise, kSmoothAdvLayout));
  const at::Tensor labels = repeat_for_copies(slice.labels, slice.copies, kSmoothAdvLayout);
  const at::Tensor p = logits.softmax(1).gather(1, labels.unsqueeze(1));
  return -copies_first(p.view({-1, 1, 1, 1}) * slice.noise, slice.copies, kSmoothAdvLayout).mean(0);
}

}  // namespace

at::Tensor smoothadv_pgd(const Classifier& frozen, const Slice& slice, const SmoothAdvPgdParams& params) {
  CERTUS_CHECK(params.gradient == Gradient::kExact || slice.copies > 1);
  check_attacked_images(slice.images);
  const double step_size = 2.0 * params.radius / static_cast<double>(params.steps);
  at::Tensor perturbation = at::zeros_like(slice.images);
  for (std::int64_t t = 0; t < params.steps; ++t) {
    const at::Tensor gradient = params.gradient == Gradient::kExact
                                    ? smoothadv_gradient(frozen, slice, perturbation).value
                                    : gradient_free(frozen, slice, perturbation);
    const at::Tensor moved = perturbation + step_size * smoothadv_direction(gradient, slice.random, t);
    perturbation = renorm((slice.images + moved).clamp(0, 1) - slice.images, params.radius);
  }
  return perturbation;
}

}  // namespace certus
