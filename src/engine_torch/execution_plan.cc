#include "certus/engine_torch/execution_plan.h"

namespace certus {

ExecutionPlan::ExecutionPlan(const Graph& graph) : nodes_(graph.nodes()), last_use_(nodes_.size(), -1) {
  std::vector<int> readers(nodes_.size(), 0);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    for (const NodeId id : nodes_[i].inputs) {
      last_use_[static_cast<std::size_t>(id)] = static_cast<int>(i);
      ++readers[static_cast<std::size_t>(id)];
    }
  }
  for (const Node& node : nodes_) {
    may_overwrite_.push_back(!node.inputs.empty() && readers[static_cast<std::size_t>(node.inputs[0])] == 1 &&
                             gives_scratch(graph.node(node.inputs[0]).operation));
  }
}

at::Tensor ExecutionPlan::run(const TensorMap& parameters, const at::Tensor& images, NetworkMode mode) const {
  std::vector<at::Tensor> values(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    std::vector<at::Tensor> inputs;
    if (nodes_[i].inputs.empty()) inputs.push_back(images);
    for (const NodeId id : nodes_[i].inputs) {
      const auto from = static_cast<std::size_t>(id);
      inputs.push_back(values[from]);
      if (last_use_[from] == static_cast<int>(i))
        values[from] = at::Tensor();  // memory is free as early as can be
    }
    values[i] = execute_operation(nodes_[i], parameters, inputs, mode, may_overwrite_[i]);
  }
  return values.back();
}

}  // namespace certus
