#include <algorithm>
#include <cmath>
#include <limits>

#include "certus/model/onnx_reader.h"

// Operators that compute: layers, pointwise functions, pools.

namespace certus {
namespace {

using Ints = OnnxReader::Ints;

std::array<std::int64_t, 2> pair_of(const std::optional<Ints>& values, const char* what,
                                    std::array<std::int64_t, 2> otherwise) {
  if (!values) return otherwise;
  if (values->size() != 2)
    fail(ErrorKind::kData, "has ", values->size(), " ", what, ", expected 2: only images are supported");
  return {(*values)[0], (*values)[1]};
}

std::vector<float> scaled(std::vector<float> values, float factor) {
  for (float& value : values) value *= factor;
  return values;
}

}  // namespace

Window OnnxReader::window(NodeId x, std::array<std::int64_t, 2> kernel) const {
  if (shape(x).size() != 3) {
    wrong("its input is ", shape_text(shape(x)), " for an image, expected channels x height x width");
  }
  Window window;
  window.kernel = kernel;
  window.stride = pair_of(ints_attribute("strides"), "strides", {1, 1});
  window.dilation = pair_of(ints_attribute("dilations"), "dilations", {1, 1});
  const std::string mode = string_attribute("auto_pad", "NOTSET");
  if (mode == "NOTSET") {
    const Ints pads = ints_attribute("pads").value_or(Ints{0, 0, 0, 0});
    if (pads.size() != 4) wrong("has ", pads.size(), " pads, expected 4: only images are supported");
    std::copy(pads.begin(), pads.end(), window.pad.begin());
  } else if (mode == "SAME_UPPER" || mode == "SAME_LOWER") {
    for (std::size_t i = 0; i < 2; ++i) {
      const std::int64_t stride = window.stride[i];
      constexpr std::int64_t kMax = std::int64_t{1} << 31;
      if (stride < 1 || stride > kMax || kernel[i] < 1 || kernel[i] > kMax || window.dilation[i] < 1 ||
          window.dilation[i] > kMax) {
        wrong("has a kernel, stride or dilation out of range");
      }
      const std::int64_t size = shape(x)[1 + i];
      const std::int64_t out = (size + stride - 1) / stride;
      const std::int64_t span = (kernel[i] - 1) * window.dilation[i] + 1;
      const std::int64_t total = std::max<std::int64_t>((out - 1) * stride + span - size, 0);
      const std::int64_t less = total / 2;
      window.pad[i] = mode == "SAME_UPPER" ? less : total - less;
      window.pad[2 + i] = total - window.pad[i];
    }
  } else if (mode != "VALID") {
    wrong("has auto_pad '", mode, "', expected NOTSET, SAME_UPPER, SAME_LOWER or VALID");
  }
  return window;
}

Window OnnxReader::pool_window(NodeId x) const {
  const auto kernel = ints_attribute("kernel_shape");
  if (!kernel) wrong("has no kernel_shape");
  return window(x, pair_of(kernel, "kernel sizes", {}));
}

void OnnxReader::conv() {
  const NodeId x = activation(0);
  const OnnxConstantPtr weight = constant(1, "weight");
  if (weight->shape.size() != 4) {
    wrong("its weight '", weight->name, "' is ", shape_text(weight->shape),
          ", expected out x in x height x width: only images are supported");
  }
  const std::array<std::int64_t, 2> kernel{weight->shape[2], weight->shape[3]};
  if (pair_of(ints_attribute("kernel_shape"), "kernel sizes", kernel) != kernel) {
    wrong("its kernel_shape is not that of its weight '", weight->name, "' of ", shape_text(weight->shape));
  }
  ConvOp op{.window = window(x, kernel), .groups = int_attribute("group", 1), .weight = parameter(*weight)};
  if (has_input(2)) op.bias = parameter(*constant(2, "bias"));
  give(add(op, {x}));
}

void OnnxReader::batch_norm() {
  const NodeId x = activation(0);
  if (int_attribute("training_mode", 0) != 0) {
    wrong("is in training mode, where images of a batch mix; export the model in evaluation mode");
  }
  for (int i = 1; i < node_->output_size(); ++i) {
    // Before opset 14, only these outputs distinguish training from evaluation.
    if (!node_->output(i).empty()) {
      wrong("gives statistics of the batch, as in training; export the model in evaluation mode");
    }
  }
  const float epsilon = float_attribute("epsilon", 1e-5F);
  if (!std::isfinite(epsilon)) wrong("its epsilon is ", double{epsilon});
  const OnnxConstantPtr variance = constant(4, "variance");
  for (const float value : variance->floats) {
    if (!(value + epsilon > 0.0F)) {
      wrong("its variance '", variance->name, "' holds ", double{value}, " with epsilon ", double{epsilon},
            ", expected a positive sum; damaged file?");
    }
  }
  give(add(BatchNormOp{.weight = parameter(*constant(1, "scale")),
                       .bias = parameter(*constant(2, "bias")),
                       .running_mean = parameter(*constant(3, "mean")),
                       .running_var = parameter(*variance),
                       .epsilon = epsilon},
           {x}));
}

void OnnxReader::clip() {
  ClipOp op{.low = std::numeric_limits<float>::lowest(), .high = std::numeric_limits<float>::max()};
  if (opset_ < 11) {
    op.low = float_attribute("min", op.low);
    op.high = float_attribute("max", op.high);
  } else {
    if (has_input(1)) op.low = scalar(1, "lower bound");
    if (has_input(2)) op.high = scalar(2, "upper bound");
  }
  unary(op);
}

/// Merges (x - mean) / std of the input, in the form that write_onnx and most wrappers write, into one node.
bool OnnxReader::normalization(const OnnxValue& a, const OnnxValue& b) {
  if (a.node != 0 || b.constant == nullptr) return false;
  const onnx::NodeProto* divide = only_reader(node_->output(0), "Div");
  if (divide == nullptr || divide->input(0) != node_->output(0)) return false;
  const bool is_known = initializers_.contains(divide->input(1)) || values_.contains(divide->input(1));
  const OnnxValue std = is_known ? value_of(divide->input(1)) : OnnxValue{};
  if (std.constant == nullptr) return false;
  const Shape channels{shape(0)[0], 1, 1};
  const Shape batched{1, shape(0)[0], 1, 1};
  NormalizeOp op;
  for (const auto& [from, to] : {std::pair{&b.constant, &op.mean}, std::pair{&std.constant, &op.std}}) {
    const OnnxConstant& constant = **from;
    if (constant.type != OnnxConstant::Type::kFloat) return false;
    if (constant.floats.size() == 1 && constant.shape.size() <= channels.size()) {
      to->assign(static_cast<std::size_t>(channels[0]), constant.floats[0]);  // one number for all channels
    } else if (constant.shape == channels || constant.shape == batched) {
      *to = constant.floats;
    } else {
      return false;
    }
  }
  for (std::size_t i = 0; i < op.std.size(); ++i) {
    if (!std::isfinite(op.mean[i]) || !std::isfinite(op.std[i]) || !(op.std[i] > 0.0F)) return false;
  }
  give_fused(*divide, op, 0);
  return true;
}

void OnnxReader::arithmetic(ArithmeticOp::Kind kind) {
  const OnnxValue a = input(0);
  const OnnxValue b = input(1);
  if (a.constant != nullptr && b.constant != nullptr) {
    give(fold_arithmetic(*a.constant, *b.constant, kind));
    return;
  }
  if (kind == ArithmeticOp::Kind::kSub && normalization(a, b)) return;
  if (a.constant == nullptr && b.constant == nullptr && rank(a.node) != rank(b.node)) {
    wrong("combines values of ", rank(a.node), " and ", rank(b.node),
          " axes, which would pair the axis of the images with another one");
  }
  const std::size_t axes = rank(a.constant == nullptr ? a.node : b.node);
  const NodeId left = a.constant == nullptr ? a.node : constant_node(a.constant, axes);
  const NodeId right = b.constant == nullptr ? b.node : constant_node(b.constant, axes);
  give(add(ArithmeticOp{kind}, {left, right}));
}

void OnnxReader::gemm() {
  const NodeId x = activation(0);
  if (shape(x).size() != 1) wrong("its input has ", rank(x), " axes, expected images x numbers");
  if (int_attribute("transA", 0) != 0) wrong("transposes images and numbers, which would mix images");
  OnnxConstantPtr weight = constant(1, "weight");
  if (weight->shape.size() != 2) {
    wrong("its weight '", weight->name, "' is ", shape_text(weight->shape), ", expected two axes");
  }
  if (int_attribute("transB", 0) == 0) {
    const std::string name = weight->name;
    auto turned = std::make_shared<OnnxConstant>(fold_transpose(weight, {1, 0}));
    turned->name = name;
    weight = weight->transpose_of != nullptr ? weight->transpose_of : turned;
  }
  LinearOp op;
  op.weight = parameter(*weight, weight->shape, scaled(weight->floats, float_attribute("alpha", 1.0F)));
  if (has_input(2)) {
    const OnnxConstantPtr bias = constant(2, "bias");
    const std::int64_t out = weight->shape[0];
    const bool is_row = bias->shape.empty() || bias->shape.back() == bias->count();
    if (!is_row || (bias->count() != out && bias->count() != 1)) {
      wrong("its bias '", bias->name, "' is ", shape_text(bias->shape), ", expected ", out,
            " numbers for every image");
    }
    std::vector<float> values = bias->floats;
    if (bias->type == OnnxConstant::Type::kFloat)
      values.resize(static_cast<std::size_t>(out), values.front());
    op.bias = parameter(*bias, {out}, scaled(std::move(values), float_attribute("beta", 1.0F)));
  }
  give(add(op, {x}));
}

/// Merges a product with a matrix and the addition of a row to it into one linear node.
bool OnnxReader::bias_added(const std::string& product, const OnnxConstantPtr& weight, NodeId x) {
  const onnx::NodeProto* sum = only_reader(product, "Add");
  if (sum == nullptr) return false;
  const std::string& other = sum->input(sum->input(0) == product ? 1 : 0);
  if (!initializers_.contains(other) && !values_.contains(other)) return false;
  const OnnxConstantPtr bias = value_of(other).constant;
  if (bias == nullptr || bias->shape != Shape{weight->shape[0]}) return false;
  give_fused(*sum, LinearOp{.weight = parameter(*weight), .bias = parameter(*bias)}, x);
  return true;
}

void OnnxReader::mat_mul() {
  const OnnxValue a = input(0);
  const OnnxValue b = input(1);
  if (a.constant != nullptr && b.constant != nullptr)
    wrong("multiplies two constants, which is not supported");
  if (b.constant != nullptr && b.constant->shape.size() == 2) {
    OnnxConstantPtr weight = b.constant->transpose_of;
    if (weight == nullptr) {
      auto turned = std::make_shared<OnnxConstant>(fold_transpose(b.constant, {1, 0}));
      turned->name = b.constant->name;
      weight = turned;
    }
    if (bias_added(node_->output(0), weight, a.node)) return;
    give(add(LinearOp{.weight = parameter(*weight)}, {a.node}));
    return;
  }
  if (a.constant == nullptr && b.constant == nullptr && rank(a.node) != rank(b.node)) {
    wrong("multiplies values of ", rank(a.node), " and ", rank(b.node),
          " axes, which would pair the axis of the images with another one");
  }
  const std::size_t axes = rank(a.constant == nullptr ? a.node : b.node);
  const NodeId left = a.constant == nullptr ? a.node : constant_node(a.constant, axes);
  const NodeId right = b.constant == nullptr ? b.node : constant_node(b.constant, axes);
  if (shape(left).size() < 2 || shape(right).size() < 2) {
    wrong("multiplies ", shape_text(shape(left)), " by ", shape_text(shape(right)),
          " for an image, expected matrices; otherwise images would mix");
  }
  give(add(MatMulOp{}, {left, right}));
}

void OnnxReader::max_pool() {
  const NodeId x = activation(0);
  if (node_->output_size() > 1 && readers_.contains(node_->output(1))) {
    wrong("its second output, the positions of the maxima, is not supported");
  }
  give(add(MaxPoolOp{.window = pool_window(x), .ceil_mode = int_attribute("ceil_mode", 0) != 0}, {x}));
}

void OnnxReader::average_pool() {
  const NodeId x = activation(0);
  give(add(AveragePoolOp{.window = pool_window(x),
                         .ceil_mode = int_attribute("ceil_mode", 0) != 0,
                         .count_padding = int_attribute("count_include_pad", 0) != 0},
           {x}));
}

void OnnxReader::global_max_pool() {
  const NodeId x = activation(0);
  if (shape(x).size() != 3) wrong("its input is ", shape_text(shape(x)), ", expected an image");
  MaxPoolOp op;
  op.window.kernel = {shape(x)[1], shape(x)[2]};
  give(add(op, {x}));
}

void OnnxReader::reduce_mean() {
  const NodeId x = activation(0);
  const auto axes = ints_attribute("axes");
  if (!axes) wrong("reduces all axes, that of the images too, which would mix them");
  ReduceMeanOp op{.keep_axes = int_attribute("keepdims", 1) != 0};
  for (const std::int64_t axis : *axes) op.axes.push_back(image_axis(axis, x, "reduces"));
  std::sort(op.axes.begin(), op.axes.end());
  give(add(op, {x}));
}

void OnnxReader::dropout() {
  if (has_input(2)) {
    const OnnxConstantPtr mode = constant(2, "training_mode");
    if (mode->count() != 1 || mode->type != OnnxConstant::Type::kInt || mode->ints[0] != 0) {
      wrong("is in training mode; export the model in evaluation mode");
    }
  }
  if (node_->output_size() > 1 && readers_.contains(node_->output(1))) {
    wrong("its second output, the mask, is not supported");
  }
  define(node_->output(0), input(0));
}

}  // namespace certus
