#include "certus/train/smoothed_prediction.h"

namespace certus {

at::Tensor averaged_softmax(const at::Tensor& logits) {
  return logits.softmax(-1).mean(0);
}

at::Tensor smoothed_nll(const at::Tensor& probabilities, const at::Tensor& labels) {
  return -probabilities.gather(1, labels.unsqueeze(1)).squeeze(1).clamp_min(1e-20).log();
}

at::Tensor cross_entropy_by_copy(const at::Tensor& logits, const at::Tensor& labels) {
  const at::Tensor chosen = labels.expand({logits.size(0), labels.size(0)}).unsqueeze(2);
  return -logits.log_softmax(-1).gather(2, chosen).squeeze(2);
}

}  // namespace certus
