#include "certus/engine_torch/frozen_network.h"

namespace certus {

FrozenNetwork::FrozenNetwork(const TorchModule& module)
    : FrozenNetwork(module, fold_batch_norm_with_origin(module.graph())) {}

FrozenNetwork::FrozenNetwork(const TorchModule& module, const FoldedGraph& folded)
    : module_(module),
      norms_(folded.norms),
      plan_(module.device().is_cpu() ? ExecutionPlan::fused(folded.graph, NetworkMode::kEval)
                                     : ExecutionPlan::by_operation(folded.graph)) {
  for (const auto& [name, tensor] : folded.graph.parameters) parameters_[name] = at::Tensor();
  refresh();
}

void FrozenNetwork::refresh() {
  const at::NoGradGuard no_gradients;
  const TensorMap& now = module_.parameters();
  for (auto& [name, tensor] : parameters_) {
    if (const auto found = now.find(name); found != now.end()) tensor = found->second.clone();
  }
  for (const FoldedNorm& folded : norms_) {
    const auto wide = [&](const std::string& name) { return now.at(name).to(at::kDouble); };
    const at::Tensor factor =
        wide(folded.norm.weight) / (wide(folded.norm.running_var) + folded.norm.epsilon).sqrt();
    const at::Tensor mean = wide(folded.norm.running_mean);
    const at::Tensor shift = (folded.conv.bias ? wide(*folded.conv.bias) - mean : -mean) * factor;
    parameters_[folded.weight] = (wide(folded.conv.weight) * factor.view({-1, 1, 1, 1})).to(at::kFloat);
    parameters_[folded.bias] = (shift + wide(folded.norm.bias)).to(at::kFloat);
  }
}

at::Tensor FrozenNetwork::forward(const at::Tensor& images) const {
  return plan_.run(parameters_, images, NetworkMode::kEval);
}

}  // namespace certus
