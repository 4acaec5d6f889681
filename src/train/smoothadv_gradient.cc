#include "certus/train/smoothadv_gradient.h"

#include "certus/train/attacked_images.h"
#include "certus/train/copies.h"
#include "certus/train/renorm.h"
#include "certus/train/smoothed_prediction.h"

namespace certus {

SmoothAdvGradient smoothadv_gradient(const Classifier& frozen, const Slice& slice,
                                     const at::Tensor& perturbation) {
  const at::Tensor input = perturbation.detach().requires_grad_();
  const at::Tensor rows = noisy_copies(slice.images + input, slice.noise, kSmoothAdvLayout);
  const at::Tensor logits = copies_first(frozen(rows), slice.copies, kSmoothAdvLayout);
  const at::Tensor objective = slice.copies == 1
                                   ? cross_entropy_by_copy(logits, slice.labels).sum()
                                   : smoothed_nll(averaged_softmax(logits), slice.labels).mean();
  return {.logits = logits.detach(), .value = input_gradient(objective, input)};
}

at::Tensor smoothadv_direction(const at::Tensor& gradient, const StepRandom& random, std::int64_t step) {
  const at::Tensor norms = row_norms(gradient);
  at::Tensor direction = gradient / norms;
  const at::Tensor vanished = norms.flatten().eq(0).nonzero().squeeze(1).to(at::kCPU);
  const std::int64_t elements = gradient[0].numel();
  for (std::int64_t i = 0; i < vanished.size(0); ++i) {
    const std::int64_t b = vanished[i].item<std::int64_t>();
    // The normals of an image are one sequence: each step takes the piece that follows the piece of
    // the step before.
    std::vector<float> normals(static_cast<std::size_t>((step + 1) * elements));
    random.normals(b, normals);
    const at::Tensor drawn = at::from_blob(normals.data() + step * elements, gradient[0].sizes(), at::kFloat);
    direction[b].copy_(drawn);
  }
  return direction;
}

}  // namespace certus
