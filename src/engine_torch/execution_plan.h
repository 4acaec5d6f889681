#pragma once

#include <vector>

#include "certus/engine_torch/execute_operation.h"

namespace certus {

/// The order in which libtorch executes the nodes of a graph, and which memory it may reuse. Keeps no
/// parameters: they are given to every run.
class ExecutionPlan {
 public:
  explicit ExecutionPlan(const Graph& graph);

  /// Logits (images x classes) of images x channels x height x width.
  at::Tensor run(const TensorMap& parameters, const at::Tensor& images, NetworkMode mode) const;

 private:
  std::vector<Node> nodes_;
  std::vector<int> last_use_;        ///< by node: the last node that reads it
  std::vector<bool> may_overwrite_;  ///< by node: whether it may write over its first input
};

}  // namespace certus
