#pragma once

#include "certus/engine_torch/execute_operation.h"
#include "certus/engine_torch/execution_plan.h"

namespace certus {

/// A Graph executed by libtorch: what training differentiates, and the float32 reference that other engines
/// are compared with.
class TorchModule {
 public:
  using Mode = NetworkMode;

  /// How kTrain computes on a CPU. On other devices, and in kEval, libtorch's operations compute.
  enum class Kernels {
    kFused,     ///< see FusedSegment: several times faster, equal up to the rounding of float32
    kLibtorch,  ///< the reference
  };

  TorchModule(Graph graph, at::Device device, Kernels kernels = Kernels::kFused);

  /// Makes the learned parameters leaves of automatic differentiation: `grad()` of each has its gradient
  /// after a backward pass.
  void enable_gradients();

  /// Logits (images x classes) of images x channels x height x width.
  at::Tensor forward(const at::Tensor& images, Mode mode) const;

  /// By the names of the graph; forward reads, and in kTrain updates, these tensors.
  const TensorMap& parameters() const { return parameters_; }

  /// Those that training changes: weights and biases of convolutions, linear layers and batch norms, not
  /// running statistics, not constants. They share memory with parameters(); an optimizer changes them in
  /// place.
  const TensorMap& learned() const { return learned_; }

  /// The graph with the parameters as they are now, row-major, on the CPU.
  Graph graph() const;

  /// The graph without its parameters.
  const Graph& structure() const { return graph_; }

  at::Device device() const { return device_; }

 private:
  at::Device device_;
  Graph graph_;  ///< its parameters are in the tensors
  TensorMap parameters_;
  TensorMap learned_;
  ExecutionPlan eval_plan_;
  ExecutionPlan train_plan_;
};

}  // namespace certus
