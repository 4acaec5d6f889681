#include "certus/engine_torch/execution_plan.h"

#include "certus/engine_torch/execute_operation.h"

namespace certus {

ExecutionPlan ExecutionPlan::by_operation(const Graph& graph) {
  return {graph, NetworkMode::kEval, single_segments(graph)};
}

ExecutionPlan ExecutionPlan::fused(const Graph& graph, NetworkMode mode) {
  return {graph, mode, conv_segments(graph, mode)};
}

ExecutionPlan::ExecutionPlan(const Graph& graph, NetworkMode mode, std::vector<Segment> segments)
    : nodes_(graph.nodes()), last_use_(nodes_.size(), 0) {
  std::vector<int> readers(nodes_.size(), 0);
  for (const Node& node : nodes_) {
    for (const NodeId id : node.inputs) ++readers[static_cast<std::size_t>(id)];
  }
  for (const Node& node : nodes_) {
    may_overwrite_.push_back(!node.inputs.empty() && readers[static_cast<std::size_t>(node.inputs[0])] == 1 &&
                             gives_scratch(graph.node(node.inputs[0]).operation));
  }
  for (const Segment& segment : segments) {
    Step step{.node = segment.node, .inputs = segment.inputs, .outputs = segment.outputs};
    if (segment.node) {
      step.inputs = graph.node(*segment.node).inputs;
      step.outputs = {*segment.node};
    } else {
      step.fused.emplace(graph, segment, mode);
    }
    for (const NodeId id : step.inputs) last_use_[static_cast<std::size_t>(id)] = steps_.size();
    steps_.push_back(std::move(step));
  }
}

at::Tensor ExecutionPlan::run(const TensorMap& parameters, const at::Tensor& images, NetworkMode mode) const {
  std::vector<at::Tensor> values(nodes_.size());
  for (std::size_t s = 0; s < steps_.size(); ++s) {
    const Step& step = steps_[s];
    std::vector<at::Tensor> inputs;
    if (step.inputs.empty()) inputs.push_back(images);
    for (const NodeId id : step.inputs) inputs.push_back(values[static_cast<std::size_t>(id)]);
    for (const NodeId id : step.inputs) {
      // Memory is released as early as possible.
      if (last_use_[static_cast<std::size_t>(id)] == s) values[static_cast<std::size_t>(id)] = at::Tensor();
    }
    if (step.node) {
      const auto node = static_cast<std::size_t>(*step.node);
      values[node] = execute_operation(nodes_[node], parameters, inputs, mode, may_overwrite_[node]);
    } else {
      const std::vector<at::Tensor> results = step.fused->run(parameters, inputs);
      for (std::size_t i = 0; i < results.size(); ++i)
        values[static_cast<std::size_t>(step.outputs[i])] = results[i];
    }
  }
  return values.back();
}

}  // namespace certus
