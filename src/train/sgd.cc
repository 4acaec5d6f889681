#include "certus/train/sgd.h"

namespace certus {

Sgd::Sgd(Tensors parameters, double momentum, double weight_decay)
    : parameters_(std::move(parameters)), momentum_(momentum), weight_decay_(weight_decay) {}

void Sgd::zero_gradients() {
  for (auto& [name, parameter] : parameters_) parameter.mutable_grad() = at::Tensor();
}

void Sgd::step(double lr) {
  const at::NoGradGuard no_gradients;
  for (auto& [name, parameter] : parameters_) {
    const at::Tensor& gradient = parameter.grad();
    if (!gradient.defined()) continue;
    at::Tensor& velocity = velocity_[name];
    if (velocity.defined()) {
      velocity.mul_(momentum_).add_(gradient).add_(parameter, weight_decay_);
    } else {
      velocity = gradient.add(parameter, weight_decay_);
    }
    parameter.add_(velocity, -lr);
  }
}

}  // namespace certus
