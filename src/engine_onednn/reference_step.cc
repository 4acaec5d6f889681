#include "certus/engine_onednn/reference_step.h"

#include <algorithm>
#include <vector>

#include "certus/model/evaluate_operation.h"

namespace certus {
namespace {

/// Converts between the order of values with three axes (height, width, channel) and that of a graph
/// (channel, height, width).
void to_planes(const Shape& shape, const float* x, float* y) {
  const std::int64_t channels = shape[0], pixels = shape[1] * shape[2];
  for (std::int64_t c = 0; c < channels; ++c) {
    for (std::int64_t p = 0; p < pixels; ++p) y[c * pixels + p] = x[p * channels + c];
  }
}
void from_planes(const Shape& shape, const float* x, float* y) {
  const std::int64_t channels = shape[0], pixels = shape[1] * shape[2];
  for (std::int64_t c = 0; c < channels; ++c) {
    for (std::int64_t p = 0; p < pixels; ++p) y[p * channels + c] = x[c * pixels + p];
  }
}

class ReferenceStep : public Step {
 public:
  ReferenceStep(std::shared_ptr<const Graph> graph, NodeId node)
      : graph_(std::move(graph)), node_(graph_->node(node)) {
    for (const NodeId input : node_.inputs) shapes_.push_back(graph_->node(input).shape);
  }

  std::string kernel() const override { return "reference " + std::string(operation_name(node_.operation)); }

  /// Planes of every input and of the output.
  std::size_t scratch_bytes() const override {
    std::int64_t floats = element_count(node_.shape);
    for (const Shape& shape : shapes_) floats += element_count(shape);
    return static_cast<std::size_t>(floats) * sizeof(float);
  }

  std::unique_ptr<StepState> make_state() const override {
    auto state = std::make_unique<State>();
    state->inputs.resize(shapes_.size());
    return state;
  }

  void run(std::int64_t images, const StepMemory& memory) const override {
    auto& inputs = static_cast<State&>(*memory.state).inputs;
    const std::int64_t output_count = element_count(node_.shape);
    for (std::int64_t i = 0; i < images; ++i) {
      float* free = as<float>(memory.scratch);
      for (std::size_t k = 0; k < shapes_.size(); ++k) {
        const std::int64_t count = element_count(shapes_[k]);
        const float* x = as<float>(memory.inputs[k]) + i * count;
        if (shapes_[k].size() == 3) {
          to_planes(shapes_[k], x, free);
          x = free;
          free += count;
        }
        inputs[k] = {x, static_cast<std::size_t>(count)};
      }
      float* const output = as<float>(memory.output) + i * output_count;
      const bool has_planes = node_.shape.size() == 3;
      evaluate_operation<float>(node_, *graph_, inputs,
                                {has_planes ? free : output, static_cast<std::size_t>(output_count)});
      if (has_planes) from_planes(node_.shape, free, output);
    }
  }

 private:
  struct State : StepState {
    std::vector<std::span<const float>> inputs;
  };

  std::shared_ptr<const Graph> graph_;
  const Node& node_;
  std::vector<Shape> shapes_;
};

}  // namespace

std::unique_ptr<Step> make_reference_step(std::shared_ptr<const Graph> graph, NodeId node,
                                          std::vector<std::string>& fallbacks) {
  const std::string_view name = operation_name(graph->node(node).operation);
  if (std::find(fallbacks.begin(), fallbacks.end(), name) == fallbacks.end()) fallbacks.emplace_back(name);
  return std::make_unique<ReferenceStep>(std::move(graph), node);
}

}  // namespace certus
