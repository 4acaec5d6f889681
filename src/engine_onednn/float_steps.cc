#include "certus/engine_onednn/float_steps.h"

#include <algorithm>
#include <cmath>

#include "certus/kernels/float_direct.h"
#include "certus/kernels/float_linear.h"
#include "certus/kernels/float_winograd.h"

namespace certus {
namespace {

class WinogradStep : public Step {
 public:
  WinogradStep(const WinogradShape& shape, const LoweredStep& step)
      : kernel_(shape, step.weight.values.data(), step.bias.data()), relu_(step.activation.has_value()) {}

  std::string kernel() const override { return "winograd"; }
  std::size_t scratch_bytes() const override { return kernel_.scratch_floats() * sizeof(float); }

  void run(std::int64_t images, const StepMemory& memory) const override {
    const float* const residual = memory.inputs.size() > 1 ? as<float>(memory.inputs[1]) : nullptr;
    kernel_.run(images, as<float>(memory.inputs[0]), residual, relu_, as<float>(memory.output),
                as<float>(memory.scratch));
  }

 private:
  FloatWinograd kernel_;
  bool relu_;
};

class DirectStep : public Step {
 public:
  DirectStep(const Window& window, const Shape& input, const Shape& output, const LoweredStep& step)
      : kernel_(window, input, output, step.weight.values.data(), step.bias.data()),
        relu_(step.activation.has_value()) {}

  std::string kernel() const override { return "direct"; }
  std::size_t scratch_bytes() const override { return kernel_.scratch_floats() * sizeof(float); }

  void run(std::int64_t images, const StepMemory& memory) const override {
    kernel_.run(images, as<float>(memory.inputs[0]), relu_, as<float>(memory.output),
                as<float>(memory.scratch));
  }

 private:
  FloatDirect kernel_;
  bool relu_;
};

class LinearStep : public Step {
 public:
  explicit LinearStep(const LoweredStep& step)
      : out_(step.weight.shape[0]),
        kernel_(step.weight.shape[1], out_, step.weight.values.data(), step.bias.data()),
        activation_(step.activation) {}

  std::string kernel() const override { return "linear"; }

  void run(std::int64_t images, const StepMemory& memory) const override {
    float* const y = as<float>(memory.output);
    kernel_.run(images, as<float>(memory.inputs[0]), activation_.has_value(), y);
    if (!activation_ || std::isinf(activation_->high)) return;
    for (std::int64_t i = 0; i < images * out_; ++i)
      y[i] = y[i] > activation_->high ? activation_->high : y[i];
  }

 private:
  std::int64_t out_;
  FloatLinear kernel_;
  std::optional<Activation> activation_;
};

}  // namespace

std::unique_ptr<Step> make_winograd_step(const LoweredNetwork& network, const LoweredStep& step) {
  const auto& op = std::get<ConvOp>(network.graph.node(step.node).operation);
  const Window three_by_three{.kernel = {3, 3}, .pad = {1, 1, 1, 1}};
  const Shape& input = network.values[step.inputs[0]];
  const WinogradShape shape{
      .in = input[0], .out = step.weight.shape[0], .height = input[1], .width = input[2]};
  const bool is_clipped = step.activation && std::isfinite(step.activation->high);
  if (op.window != three_by_three || op.groups != 1 || is_clipped || !FloatWinograd::supports(shape))
    return nullptr;
  return std::make_unique<WinogradStep>(shape, step);
}

std::unique_ptr<Step> make_direct_step(const LoweredNetwork& network, const LoweredStep& step) {
  const auto& op = std::get<ConvOp>(network.graph.node(step.node).operation);
  const Shape& input = network.values[step.inputs[0]];
  const Shape& output = network.values[step.output];
  const bool is_odd = input[0] % 16 != 0 || output[0] % 16 != 0;
  const bool is_clipped = step.activation && std::isfinite(step.activation->high);
  if (!is_odd || step.residual || is_clipped || !FloatDirect::supports(op.window, op.groups)) return nullptr;
  return std::make_unique<DirectStep>(op.window, input, output, step);
}

std::unique_ptr<Step> make_linear_step(const LoweredStep& step) {
  return std::make_unique<LinearStep>(step);
}

}  // namespace certus
