#include "certus/train/smoothed_ascent.h"

#include "certus/train/attacked_images.h"
#include "certus/train/copies.h"
#include "certus/train/renorm.h"
#include "certus/train/smoothed_prediction.h"

namespace certus {

at::Tensor smoothed_ascent(const Classifier& frozen, const Slice& slice, const at::Tensor& from,
                           const SmoothedAscent& ascent) {
  const CopyLayout layout = CopyLayout::kNoiseMajor;
  const at::Tensor input = from.detach().requires_grad_();
  const at::Tensor logits =
      copies_first(frozen(noisy_copies(input, slice.noise, layout)), slice.copies, layout);
  const at::Tensor nll = smoothed_nll(averaged_softmax(logits), slice.labels);
  const at::Tensor objective = ascent.objective == SmoothedAscent::Objective::kMean ? nll.mean() : nll.sum();
  at::Tensor moved = from + ascent.step_size * unit_direction(input_gradient(objective, input));
  if (ascent.radius) moved = slice.images + renorm(moved - slice.images, *ascent.radius);
  return moved.clamp(0, 1);
}

}  // namespace certus
