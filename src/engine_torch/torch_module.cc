#include "certus/engine_torch/torch_module.h"

#include <algorithm>

namespace certus {

TorchModule::TorchModule(Graph graph, at::Device device, Kernels kernels)
    : device_(device),
      graph_(std::move(graph)),
      eval_plan_(ExecutionPlan::by_operation(graph_)),
      train_plan_(device.is_cpu() && kernels == Kernels::kFused
                      ? ExecutionPlan::fused(graph_, NetworkMode::kTrain)
                      : eval_plan_) {
  for (auto& [name, tensor] : graph_.parameters) {
    at::Tensor value = at::from_blob(tensor.values.data(), tensor.shape, at::kFloat).clone().to(device);
    parameters_[name] = value.dim() == 4 ? value.contiguous(at::MemoryFormat::ChannelsLast) : value;
  }
  graph_.parameters.clear();  // the tensors have them
  for (const std::string& name : learned_parameters(graph_)) learned_[name] = parameters_.at(name);
}

void TorchModule::enable_gradients() {
  for (auto& [name, tensor] : learned_) tensor.set_requires_grad(true);
}

at::Tensor TorchModule::forward(const at::Tensor& images, Mode mode) const {
  return (mode == Mode::kTrain ? train_plan_ : eval_plan_).run(parameters_, images, mode);
}

Graph TorchModule::graph() const {
  Graph graph = graph_;
  for (const auto& [name, tensor] : parameters_) {
    const at::Tensor value = tensor.detach().to(at::kCPU).contiguous();
    const float* begin = value.data_ptr<float>();
    graph.parameters[name] = {value.sizes().vec(), std::vector<float>(begin, begin + value.numel())};
  }
  return graph;
}

}  // namespace certus
