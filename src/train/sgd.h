#pragma once

#include <ATen/ATen.h>

#include <map>
#include <string>

namespace certus {

/// Stochastic gradient descent with momentum, neither dampened nor Nesterov, and weight decay on all
/// parameters: v <- momentum v + (g + weight_decay w), w <- w - lr v; v starts as g + weight_decay w.
class Sgd {
 public:
  using Tensors = std::map<std::string, at::Tensor>;

  /// @param parameters  leaves with gradients; shared with the network
  Sgd(Tensors parameters, double momentum, double weight_decay);

  /// Forgets the gradients of the step before.
  void zero_gradients();
  /// One update from the gradients that a backward pass left; a parameter without one is left alone.
  void step(double lr);

  /// v by parameter; empty before the first step. For checkpoints.
  const Tensors& velocity() const { return velocity_; }
  void set_velocity(Tensors velocity) { velocity_ = std::move(velocity); }

 private:
  Tensors parameters_;
  double momentum_, weight_decay_;
  Tensors velocity_;
};

}  // namespace certus
