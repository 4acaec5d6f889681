#include "certus/train/kl_divergence.h"

namespace certus {

at::Tensor kl_divergence(const at::Tensor& target, const at::Tensor& log_q) {
  return (target * (target.clamp_min(1e-20).log() - log_q)).sum(-1);
}

at::Tensor entropy(const at::Tensor& p) {
  return -(p * p.clamp_min(1e-20).log()).sum(-1);
}

}  // namespace certus
