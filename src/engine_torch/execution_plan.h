#pragma once

#include <vector>

#include "certus/autograd/fused_segment.h"

namespace certus {

/// How the nodes of a graph are executed, in which order, and which memory may be reused. It keeps no
/// parameters: they are given to every run.
class ExecutionPlan {
 public:
  /// Uses libtorch's operations, one per node. Works on any device.
  static ExecutionPlan by_operation(const Graph& graph);

  /// The same for one mode on this CPU, with convolutions and what follows them in fused segments where there
  /// are patterns for it.
  static ExecutionPlan fused(const Graph& graph, NetworkMode mode);

  /// Logits (images x classes) of images x channels x height x width.
  at::Tensor run(const TensorMap& parameters, const at::Tensor& images, NetworkMode mode) const;

 private:
  struct Step {
    std::optional<NodeId> node;  ///< one of these two
    std::optional<FusedSegment> fused;
    std::vector<NodeId> inputs, outputs;
  };
  ExecutionPlan(const Graph& graph, NetworkMode mode, std::vector<Segment> segments);

  std::vector<Node> nodes_;
  std::vector<Step> steps_;
  std::vector<std::size_t> last_use_;  ///< by node: the last step that reads it
  std::vector<bool> may_overwrite_;    ///< by node: whether it may write over its first input
};

}  // namespace certus
