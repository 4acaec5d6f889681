#include "certus/engine_onednn/float_program.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/engine_onednn/elementwise_steps.h"
#include "certus/engine_onednn/float_steps.h"
#include "certus/engine_onednn/image_step.h"
#include "certus/engine_onednn/onednn_convolution.h"
#include "certus/engine_onednn/pooling_steps.h"
#include "certus/engine_onednn/reference_step.h"

namespace certus {
namespace {

class FloatProgram {
 public:
  explicit FloatProgram(const LoweredNetwork& network)
      : network_(network), graph_(std::make_shared<const Graph>(network.graph)) {}

  Program run() {
    Program program;
    // First the image in its original layout, then the values of the network.
    program.values.push_back({bytes_of(network_.values[0])});
    for (const Shape& shape : network_.values) program.values.push_back({bytes_of(shape)});
    program.steps.push_back({.step = make_image_step(network_.values[0], network_.mean, network_.deviation),
                             .inputs = {0},
                             .output = 1});
    for (const LoweredStep& step : network_.steps) {
      ProgramStep next{.step = make_step(step), .output = step.output + 1};
      for (const std::size_t input : step.inputs) next.inputs.push_back(input + 1);
      if (step.residual) next.inputs.push_back(*step.residual + 1);
      next.has_residual = step.residual.has_value();
      program.steps.push_back(std::move(next));
    }
    program.fallbacks = std::move(fallbacks_);
    return program;
  }

 private:
  static std::size_t bytes_of(const Shape& shape) {
    return static_cast<std::size_t>(element_count(shape)) * sizeof(float);
  }

  std::unique_ptr<Step> make_step(const LoweredStep& step) {
    const Node& node = network_.graph.node(step.node);
    const Shape& output = network_.values[step.output];
    const Shape input = step.inputs.empty() ? Shape{} : network_.values[step.inputs[0]];
    if (std::holds_alternative<ConvOp>(node.operation)) return make_convolution(step);
    if (std::holds_alternative<LinearOp>(node.operation) && node.shape.size() == 1)
      return make_linear_step(step);
    if (const auto* const pool = std::get_if<MaxPoolOp>(&node.operation)) {
      return make_max_pool(pool->window, input, output);
    }
    if (is_global_average(node, input)) return make_global_average(input);
    const bool is_same_shape = std::all_of(step.inputs.begin(), step.inputs.end(), [&](std::size_t value) {
      return network_.values[value] == output;
    });
    if (is_same_shape) {
      if (auto elementwise = make_elementwise_step(node, element_count(output))) return elementwise;
    }
    return fall_back(step);
  }

  std::unique_ptr<Step> make_convolution(const LoweredStep& step) {
    if (auto winograd = make_winograd_step(network_, step)) return winograd;
    if (auto direct = make_direct_step(network_, step)) return direct;
    return make_onednn_convolution(network_, step);
  }

  std::unique_ptr<Step> fall_back(const LoweredStep& step) {
    return make_reference_step(graph_, step.node, fallbacks_);
  }

  const LoweredNetwork& network_;
  std::shared_ptr<const Graph> graph_;
  std::vector<std::string> fallbacks_;
};

}  // namespace

Program make_float_program(const LoweredNetwork& network) {
  return FloatProgram(network).run();
}

}  // namespace certus
