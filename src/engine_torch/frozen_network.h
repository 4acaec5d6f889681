#pragma once

#include "certus/engine_torch/torch_module.h"
#include "certus/model/fold_batch_norm.h"

namespace certus {

/// A network as attacks see it: batch norm with running statistics, folded into convolutions; parameters are
/// constants, so that only gradients for images are computed. Rows are independent of each other, and the
/// cost is proportional to their number. Equals TorchModule::forward in kEval up to the rounding of float32.
class FrozenNetwork {
 public:
  /// The module has to outlive this.
  explicit FrozenNetwork(const TorchModule& module);

  /// Takes the weights and running statistics that the module has now.
  void refresh();

  /// Logits (images x classes) of images x channels x height x width; differentiable in the images.
  at::Tensor forward(const at::Tensor& images) const;

 private:
  FrozenNetwork(const TorchModule& module, const FoldedGraph& folded);

  const TorchModule& module_;
  std::vector<FoldedNorm> norms_;
  TensorMap parameters_;
  ExecutionPlan plan_;
};

}  // namespace certus
