#include "certus/train/sphere_attack.h"

#include <cmath>

#include "certus/train/attacked_images.h"
#include "certus/train/copies.h"
#include "certus/train/renorm.h"

namespace certus {
namespace {

using Norm = SphereAttackParams::Norm;

at::Tensor indices_where(const at::Tensor& mask) {
  return mask.nonzero().squeeze(1);
}

/// Rows still under attack.
struct Active {
  at::Tensor row;  ///< their places among all rows
  at::Tensor images, labels, noise;
  at::Tensor radius;  ///< of the sphere

  void keep(const at::Tensor& kept) {
    for (at::Tensor* part : {&row, &images, &labels, &noise, &radius}) *part = part->index_select(0, kept);
  }
};

at::Tensor ascended(const Active& active, const at::Tensor& gradient, const SphereAttackParams& params) {
  const auto d = static_cast<double>(active.noise[0].numel());
  const at::Tensor moved = params.norm == Norm::kL2
                               ? active.noise + params.step_size * unit_direction(gradient)
                               : active.noise + params.step_size / std::sqrt(d) * gradient.sign();
  return unit_direction(moved) * active.radius;
}

}  // namespace

SphereAttackResult sphere_attack(const Classifier& f, const at::Tensor& images, const at::Tensor& labels,
                                 const at::Tensor& noise, const SphereAttackParams& params) {
  check_attacked_images(images);
  const at::TensorOptions by_row = labels.options();
  SphereAttackResult result{.noise = at::empty_like(noise),
                            .steps = at::full_like(labels, params.steps),
                            .succeeded = at::zeros_like(labels, by_row.dtype(at::kBool))};
  Active active{.row = at::arange(noise.size(0), by_row),
                .images = images,
                .labels = labels,
                .noise = noise,
                .radius = row_norms(noise)};
  for (std::int64_t t = 0; t < params.steps && active.row.size(0) > 0; ++t) {
    const at::Tensor input = active.noise.detach().requires_grad_();
    const at::Tensor logits = f(active.images + input);
    const at::Tensor wrong = logits.argmax(1).ne(active.labels);
    const at::Tensor found = indices_where(wrong);
    const at::Tensor kept = indices_where(wrong.logical_not());
    if (found.size(0) > 0) {
      const at::Tensor row = active.row.index_select(0, found);
      result.noise.index_copy_(0, row, active.noise.index_select(0, found));
      result.steps.index_fill_(0, row, t);
      result.succeeded.index_fill_(0, row, true);
    }
    if (kept.size(0) == 0) return result;
    const at::Tensor loss = at::cross_entropy_loss(logits, active.labels, {}, at::Reduction::Sum);
    at::Tensor gradient = input_gradient(loss / static_cast<double>(params.copies), input);
    if (found.size(0) > 0) {
      gradient = gradient.index_select(0, kept);
      active.keep(kept);
    }
    active.noise = ascended(active, gradient, params);
  }
  result.noise.index_copy_(0, active.row, active.noise);
  return result;
}

at::Tensor sphere_attacked_noise(const Classifier& frozen, const Slice& slice, CopyLayout layout,
                                 const SphereAttackParams& params) {
  return sphere_attack(frozen, repeat_for_copies(slice.images, slice.copies, layout),
                       repeat_for_copies(slice.labels, slice.copies, layout), slice.noise, params)
      .noise;
}

}  // namespace certus
