#include "certus/train/ddn_attack.h"

#include <cmath>
#include <numbers>

#include "certus/train/attacked_images.h"
#include "certus/train/renorm.h"
#include "certus/train/smoothadv_gradient.h"

namespace certus {
namespace {

/// Rounds to multiples of 1/255, and halves to the even multiple.
at::Tensor quantised(const at::Tensor& values) {
  return (values * 255).round() / 255;
}

/// The most frequent class of each image, the smallest one among equals; logits are copies x
/// images x classes.
at::Tensor majority(const at::Tensor& logits) {
  return at::one_hot(logits.argmax(-1), logits.size(-1)).sum(0).argmax(1);
}

/// Falls from 1 to 0.01 along half a cosine.
double step_size(std::int64_t t, std::int64_t steps) {
  const double phase = std::numbers::pi * static_cast<double>(t + 1) / static_cast<double>(steps);
  return 0.01 + 0.99 * (1.0 + std::cos(phase)) / 2.0;
}

}  // namespace

at::Tensor ddn_attack(const Classifier& frozen, const Slice& slice, const DdnParams& params) {
  check_attacked_images(slice.images);
  const at::Tensor& x = slice.images;
  const at::Tensor widest = row_norms(at::maximum(x, 1 - x));
  at::Tensor target_norm = at::full_like(widest, params.initial_norm);
  at::Tensor best_norm = widest;
  at::Tensor best = at::zeros_like(x);
  at::Tensor perturbation = at::zeros_like(x);
  for (std::int64_t t = 0; t < params.steps; ++t) {
    const SmoothAdvGradient gradient = smoothadv_gradient(frozen, slice, perturbation);
    const at::Tensor wrong = majority(gradient.logits).ne(slice.labels).view({-1, 1, 1, 1});
    const at::Tensor norm = row_norms(perturbation);
    const at::Tensor better = wrong.logical_and(norm < best_norm);
    best_norm = at::where(better, norm, best_norm);
    best = at::where(better, perturbation, best);

    const at::Tensor direction = smoothadv_direction(gradient.value, slice.random, t);
    const at::Tensor moved = perturbation + step_size(t, params.steps) * direction;
    const at::Tensor scaled_norm =
        at::where(wrong, target_norm * (1.0 - params.gamma), target_norm * (1.0 + params.gamma));
    target_norm = at::minimum(scaled_norm, widest);
    // A perturbation that happens to be 0 stays so: it has no direction to scale.
    const at::Tensor rescaled = moved * (target_norm / row_norms(moved).clamp_min(1e-20));
    perturbation = quantised(x + rescaled).clamp(0, 1) - x;
  }
  return quantised(renorm(best, params.max_norm));
}

}  // namespace certus
