#include "certus/engine_torch/execute_operation.h"

#include <algorithm>
#include <limits>

#include "certus/autograd/training_norm.h"

namespace certus {
namespace {

/// Executes one operation. Tensors have the batch axis in front; constants have a batch of 1.
struct Execute {
  const TensorMap& parameters;
  const Shape& shape;  ///< of the result for one image
  const std::vector<at::Tensor>& inputs;
  NetworkMode mode;
  bool may_overwrite;

  const at::Tensor& x() const { return inputs[0]; }
  const at::Tensor& parameter(const std::string& name) const { return parameters.at(name); }
  at::Tensor optional_parameter(const std::optional<std::string>& name) const {
    return name ? parameter(*name) : at::Tensor();
  }

  static bool is_symmetric(const Window& window) {
    return window.pad[0] == window.pad[2] && window.pad[1] == window.pad[3];
  }
  /// Padding that libtorch's windows cannot express is added beforehand.
  static at::Tensor padded(const at::Tensor& x, const Window& window, double value) {
    return at::constant_pad_nd(x, {window.pad[1], window.pad[3], window.pad[0], window.pad[2]}, value);
  }
  /// Padding beforehand may make room for one window more than the rule of ceil_mode gives.
  at::Tensor cut(const at::Tensor& y) const { return y.slice(2, 0, shape[1]).slice(3, 0, shape[2]); }

  /// Operands of the same rank, so that broadcasting goes from the last axis of an image on.
  at::Tensor aligned(std::size_t i, std::int64_t rank) const {
    at::Tensor value = inputs[i];
    while (value.dim() < rank) value = value.unsqueeze(1);
    return value;
  }

  at::Tensor operator()(const InputOp&) const { return x(); }
  at::Tensor operator()(const ConstantOp& op) const { return parameter(op.value).unsqueeze(0); }
  at::Tensor operator()(const NormalizeOp& op) const {
    const auto channels = static_cast<std::int64_t>(op.mean.size());
    const auto constant = [&](const std::vector<float>& values) {
      return at::tensor(at::ArrayRef<float>(values)).to(x().device()).view({1, channels, 1, 1});
    };
    return (x() - constant(op.mean)).div_(constant(op.std));
  }
  at::Tensor operator()(const ConvOp& op) const {
    const Window& w = op.window;
    const bool symmetric = is_symmetric(w);
    const std::array<std::int64_t, 2> pad =
        symmetric ? std::array{w.pad[0], w.pad[1]} : std::array<std::int64_t, 2>{};
    at::Tensor weight = parameter(op.weight);
    if (x().size(0) == 0) weight = weight.contiguous();  // otherwise libtorch 1.13 fails on no rows
    return at::conv2d(symmetric ? x() : padded(x(), w, 0.0), weight, optional_parameter(op.bias), w.stride,
                      pad, w.dilation, op.groups);
  }
  at::Tensor operator()(const BatchNormOp& op) const {
    const bool trains = mode == NetworkMode::kTrain;
    if (trains) check_norm_values(op.weight, x().numel() / x().size(1));
    return at::batch_norm(x(), parameter(op.weight), parameter(op.bias), parameter(op.running_mean),
                          parameter(op.running_var), trains, kNormMomentum, static_cast<double>(op.epsilon),
                          /*cudnn_enabled=*/true);
  }
  at::Tensor operator()(const ReluOp&) const {
    at::Tensor in = x();
    return may_overwrite ? in.relu_() : in.relu();
  }
  at::Tensor operator()(const LeakyReluOp& op) const { return at::leaky_relu(x(), op.slope); }
  at::Tensor operator()(const SigmoidOp&) const { return at::sigmoid(x()); }
  at::Tensor operator()(const ClipOp& op) const { return at::clamp(x(), op.low, op.high); }
  at::Tensor operator()(const ArithmeticOp& op) const {
    const std::int64_t rank = std::max(inputs[0].dim(), inputs[1].dim());
    const at::Tensor a = aligned(0, rank);
    const at::Tensor b = aligned(1, rank);
    switch (op.kind) {
      case ArithmeticOp::Kind::kAdd:
        return may_overwrite && a.sizes() == b.sizes() ? a.add_(b) : a + b;
      case ArithmeticOp::Kind::kSub:
        return a - b;
      case ArithmeticOp::Kind::kMul:
        return a * b;
      case ArithmeticOp::Kind::kDiv:
        break;
    }
    return a / b;
  }
  at::Tensor operator()(const LinearOp& op) const {
    return at::linear(x(), parameter(op.weight), optional_parameter(op.bias));
  }
  at::Tensor operator()(const MatMulOp&) const {
    const std::int64_t rank = std::max(inputs[0].dim(), inputs[1].dim());
    return at::matmul(aligned(0, rank), aligned(1, rank));
  }
  at::Tensor operator()(const MaxPoolOp& op) const {
    const Window& w = op.window;
    if (is_symmetric(w) && 2 * w.pad[0] <= w.kernel[0] && 2 * w.pad[1] <= w.kernel[1]) {
      return at::max_pool2d(x(), w.kernel, w.stride, {w.pad[0], w.pad[1]}, w.dilation, op.ceil_mode);
    }
    return cut(at::max_pool2d(padded(x(), w, -std::numeric_limits<double>::infinity()), w.kernel, w.stride,
                              {0, 0}, w.dilation, op.ceil_mode));
  }
  at::Tensor operator()(const AveragePoolOp& op) const {
    const Window& w = op.window;
    if (is_symmetric(w) && 2 * w.pad[0] <= w.kernel[0] && 2 * w.pad[1] <= w.kernel[1]) {
      return at::avg_pool2d(x(), w.kernel, w.stride, {w.pad[0], w.pad[1]}, op.ceil_mode, op.count_padding);
    }
    const auto pooled = [&](const at::Tensor& t, c10::optional<std::int64_t> divisor) {
      return cut(at::avg_pool2d(t, w.kernel, w.stride, {0, 0}, op.ceil_mode, true, divisor));
    };
    if (op.count_padding) return pooled(padded(x(), w, 0.0), c10::nullopt);
    const at::Tensor ones = at::ones({1, 1, x().size(2), x().size(3)}, x().options());
    return pooled(padded(x(), w, 0.0), 1) / pooled(padded(ones, w, 0.0), 1);
  }
  at::Tensor operator()(const GlobalAveragePoolOp&) const { return at::mean(x(), {2, 3}, /*keepdim=*/true); }
  at::Tensor operator()(const ReduceMeanOp& op) const {
    std::vector<std::int64_t> axes;
    for (const int axis : op.axes) axes.push_back(axis + 1);
    return at::mean(x(), axes, op.keep_axes);
  }
  at::Tensor operator()(const ReshapeOp& op) const {
    Shape target = op.shape;
    target.insert(target.begin(), x().size(0));
    return x().reshape(target);
  }
  at::Tensor operator()(const TransposeOp& op) const {
    std::vector<std::int64_t> order{0};
    for (const int axis : op.order) order.push_back(axis + 1);
    return x().permute(order);
  }
  at::Tensor operator()(const PadOp& op) const {
    at::Tensor y = x();
    for (std::size_t i = 0; i < op.before.size(); ++i) {
      const auto axis = static_cast<std::int64_t>(i) + 1;
      if (op.before[i] == 0 && op.after[i] == 0) continue;
      if (op.mode == PadOp::Mode::kConstant) {
        std::vector<std::int64_t> amounts(static_cast<std::size_t>(2 * (y.dim() - axis)),
                                          0);  // last axis first
        amounts[amounts.size() - 2] = op.before[i];
        amounts[amounts.size() - 1] = op.after[i];
        y = at::constant_pad_nd(y, amounts, op.value);
      } else {
        y = y.index_select(axis, mirrored_positions(y.size(axis), op, i).to(y.device()));
      }
    }
    return y;
  }
  /// Where each position of a padded axis takes its value from.
  static at::Tensor mirrored_positions(std::int64_t size, const PadOp& op, std::size_t axis) {
    std::vector<std::int64_t> from;
    for (std::int64_t at = -op.before[axis]; at < size + op.after[axis]; ++at) {
      const std::int64_t reflected = at < 0 ? -at : at >= size ? 2 * (size - 1) - at : at;
      from.push_back(op.mode == PadOp::Mode::kReflect ? reflected
                                                      : std::clamp<std::int64_t>(at, 0, size - 1));
    }
    return at::tensor(from);
  }
  at::Tensor operator()(const SliceOp& op) const {
    return x().slice(op.axis + 1, op.start, op.stop, op.step);
  }
  at::Tensor operator()(const ConcatOp& op) const {
    std::int64_t batch = 1;
    for (const at::Tensor& input : inputs) batch = std::max(batch, input.size(0));
    std::vector<at::Tensor> parts;
    for (const at::Tensor& input : inputs) {
      std::vector<std::int64_t> sizes = input.sizes().vec();
      sizes[0] = batch;
      parts.push_back(input.expand(sizes));
    }
    return at::cat(parts, op.axis + 1);
  }
};

}  // namespace

at::Tensor execute_operation(const Node& node, const TensorMap& parameters,
                             const std::vector<at::Tensor>& inputs, NetworkMode mode, bool may_overwrite) {
  return std::visit(Execute{parameters, node.shape, inputs, mode, may_overwrite}, node.operation);
}

bool gives_scratch(const Operation& operation) {
  return std::holds_alternative<ConvOp>(operation) || std::holds_alternative<BatchNormOp>(operation) ||
         std::holds_alternative<ArithmeticOp>(operation) || std::holds_alternative<LinearOp>(operation);
}

}  // namespace certus
