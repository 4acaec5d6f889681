#include "certus/engine_onednn/elementwise_steps.h"

#include <string>

namespace certus {
namespace {

/// Applies `function` to every number, or to every pair if there are two inputs.
template <typename Function>
class Elementwise : public Step {
 public:
  Elementwise(std::int64_t count, std::string_view name, Function function)
      : count_(count), name_(name), function_(function) {}

  std::string kernel() const override { return name_; }

  void run(std::int64_t images, const StepMemory& memory) const override {
    const float* const x = as<float>(memory.inputs[0]);
    const float* const second = as<float>(memory.inputs[memory.inputs.size() - 1]);
    float* const y = as<float>(memory.output);
    for (std::int64_t i = 0; i < images * count_; ++i) y[i] = function_(x[i], second[i]);
  }

 private:
  std::int64_t count_;
  std::string name_;
  Function function_;
};

template <typename Function>
std::unique_ptr<Step> elementwise(std::int64_t count, const Node& node, Function function) {
  return std::make_unique<Elementwise<Function>>(count, operation_name(node.operation), function);
}

std::unique_ptr<Step> arithmetic(std::int64_t count, const Node& node, ArithmeticOp::Kind kind) {
  switch (kind) {
    case ArithmeticOp::Kind::kAdd:
      return elementwise(count, node, [](float a, float b) { return a + b; });
    case ArithmeticOp::Kind::kSub:
      return elementwise(count, node, [](float a, float b) { return a - b; });
    case ArithmeticOp::Kind::kMul:
      return elementwise(count, node, [](float a, float b) { return a * b; });
    case ArithmeticOp::Kind::kDiv:
      return elementwise(count, node, [](float a, float b) { return a / b; });
  }
  return nullptr;
}

}  // namespace

std::unique_ptr<Step> make_elementwise_step(const Node& node, std::int64_t count) {
  // The comparisons are written so that NaN stays NaN.
  if (std::holds_alternative<ReluOp>(node.operation)) {
    return elementwise(count, node, [](float x, float) { return x < 0.0F ? 0.0F : x; });
  }
  if (const auto* const leaky = std::get_if<LeakyReluOp>(&node.operation)) {
    return elementwise(count, node,
                       [slope = leaky->slope](float x, float) { return x < 0.0F ? slope * x : x; });
  }
  if (const auto* const clip = std::get_if<ClipOp>(&node.operation)) {
    return elementwise(count, node, [low = clip->low, high = clip->high](float x, float) {
      return x < low ? low : (x > high ? high : x);
    });
  }
  const auto* const op = std::get_if<ArithmeticOp>(&node.operation);
  return op != nullptr ? arithmetic(count, node, op->kind) : nullptr;
}

}  // namespace certus
