#include "certus/model/onnx_read.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/model/onnx_constant.h"
#include "certus/model/onnx_tensor.h"

namespace certus {
namespace {

using Ints = std::vector<std::int64_t>;

constexpr std::int64_t kOldestOpset = 9;
constexpr std::int64_t kNewestOpset = 17;
constexpr std::size_t kMaxBytes = std::numeric_limits<std::int32_t>::max();  // what protobuf can hold

template <typename... Parts>
[[noreturn]] void wrong(const Parts&... parts) {
  fail(ErrorKind::kData, parts...);
}

/// What a name of the file stands for: a node of the graph, or a constant.
struct Value {
  NodeId node = -1;
  OnnxConstantPtr constant;
};

/// Walks the nodes of a file in their order and adds what they compute to a graph. Its functions fail without
/// saying where; read() adds file and node.
class Reader {
 public:
  Reader(const onnx::GraphProto& file, std::int64_t opset) : file_(file), opset_(opset) {}
  Graph read(const std::filesystem::path& path);

 private:
  void take_initializers();
  void take_input();
  void find_needed_nodes();
  void convert(const onnx::NodeProto& node);

  // The current node.
  std::string name_of(const onnx::NodeProto& node, int index) const;
  std::string node_name() const { return name_of(*node_, index_); }
  const onnx::AttributeProto* attribute(const char* name, onnx::AttributeProto::AttributeType type) const;
  std::int64_t int_attribute(const char* name, std::int64_t otherwise) const;
  float float_attribute(const char* name, float otherwise) const;
  std::string string_attribute(const char* name, const char* otherwise) const;
  std::optional<Ints> ints_attribute(const char* name) const;
  bool has_input(int i) const { return i < node_->input_size() && !node_->input(i).empty(); }
  Value input(int i);
  Value value_of(const std::string& name);
  OnnxConstantPtr constant(int i, const char* role);
  Ints ints(int i, const char* role);
  std::optional<Ints> ints_of(const char* attribute_name, int i, std::int64_t inputs_since);
  float scalar(int i, const char* role);
  NodeId activation(int i);
  const Shape& shape(NodeId node) const { return graph_.node(node).shape; }
  std::size_t rank(NodeId node) const { return shape(node).size() + 1; }  // with the axis of the images

  // Its results.
  NodeId add(Operation operation, std::vector<NodeId> inputs);
  void give(NodeId node) { define(node_->output(0), {.node = node}); }
  void give(OnnxConstant constant);
  void give_fused(const onnx::NodeProto& last, Operation operation, NodeId x);
  void define(const std::string& name, Value value);
  std::string parameter(const OnnxConstant& constant, Shape shape, std::vector<float> values);
  std::string parameter(const OnnxConstant& constant) {
    return parameter(constant, constant.shape, constant.floats);
  }
  NodeId constant_node(const OnnxConstantPtr& constant, std::size_t wanted_rank);
  const onnx::NodeProto* only_reader(const std::string& name, const char* type) const;
  int image_axis(std::int64_t axis, NodeId x, const char* doing) const;

  // Operators.
  void conv();
  void batch_norm();
  void clip();
  void arithmetic(ArithmeticOp::Kind kind);
  bool normalization(const Value& a, const Value& b);
  void gemm();
  void mat_mul();
  bool bias_added(const std::string& product, const OnnxConstantPtr& weight, NodeId x);
  void flatten();
  void reshape();
  void reshape_to(NodeId x, const Ints& target);
  void transpose();
  Window window(NodeId x, std::array<std::int64_t, 2> kernel) const;
  Window pool_window(NodeId x) const;
  void max_pool();
  void average_pool();
  void global_max_pool();
  void reduce_mean();
  void pad();
  void slice();
  void split();
  void concat();
  void dropout();
  void constant_operator();
  void constant_of_shape();
  void expand();
  void cast();
  void shape_operator();
  void gather();
  void unsqueeze();
  void squeeze();
  template <typename Op>
  void unary(Op op) {
    give(add(op, {activation(0)}));
  }

  const onnx::GraphProto& file_;
  const std::int64_t opset_;
  const onnx::NodeProto* node_ = nullptr;
  int index_ = 0;
  Graph graph_;
  std::int64_t fixed_batch_ = 0;  // the number of images when the file fixes it
  std::unordered_map<std::string, const onnx::TensorProto*> initializers_;
  std::unordered_map<std::string, Value> values_;
  std::unordered_map<std::string, std::vector<const onnx::NodeProto*>> readers_;
  std::unordered_map<std::string, int> made_by_;
  std::vector<bool> needed_;
};

// ---- the current node -----------------------------------------------------------------------------------

std::string Reader::name_of(const onnx::NodeProto& node, int index) const {
  return node.name().empty() ? join_text(node.op_type(), "_", index) : node.name();
}

const onnx::AttributeProto* Reader::attribute(const char* name,
                                              onnx::AttributeProto::AttributeType type) const {
  for (const onnx::AttributeProto& attribute : node_->attribute()) {
    if (attribute.name() != name) continue;
    if (attribute.type() != type) wrong("attribute '", name, "' is of an unexpected type");
    return &attribute;
  }
  return nullptr;
}

std::int64_t Reader::int_attribute(const char* name, std::int64_t otherwise) const {
  const auto* found = attribute(name, onnx::AttributeProto::INT);
  return found == nullptr ? otherwise : found->i();
}

float Reader::float_attribute(const char* name, float otherwise) const {
  const auto* found = attribute(name, onnx::AttributeProto::FLOAT);
  if (found != nullptr && std::isnan(found->f())) wrong("attribute '", name, "' is NaN");
  return found == nullptr ? otherwise : found->f();
}

std::string Reader::string_attribute(const char* name, const char* otherwise) const {
  const auto* found = attribute(name, onnx::AttributeProto::STRING);
  return found == nullptr ? otherwise : found->s();
}

std::optional<Ints> Reader::ints_attribute(const char* name) const {
  const auto* found = attribute(name, onnx::AttributeProto::INTS);
  if (found == nullptr) return std::nullopt;
  return Ints(found->ints().begin(), found->ints().end());
}

Value Reader::value_of(const std::string& name) {
  if (const auto found = values_.find(name); found != values_.end()) return found->second;
  const auto initializer = initializers_.find(name);
  if (initializer == initializers_.end()) {
    if (const auto later = made_by_.find(name); later != made_by_.end()) {
      wrong("reads '", name, "', which only node ", later->second,
            " gives; expected nodes in the order of computation, without cycles");
    }
    wrong("reads '", name, "', which is no input, no initializer and no output of another node");
  }
  // Read when first used: a file may carry tensors that the output does not need.
  Value value{.constant = std::make_shared<OnnxConstant>(read_onnx_tensor(*initializer->second))};
  values_.emplace(name, value);
  return value;
}

Value Reader::input(int i) {
  if (!has_input(i)) wrong("has no input ", i);
  return value_of(node_->input(i));
}

OnnxConstantPtr Reader::constant(int i, const char* role) {
  const Value value = input(i);
  if (value.constant == nullptr) {
    wrong("its ", role, " '", node_->input(i), "' is computed from the image, expected a constant");
  }
  return value.constant;
}

Ints Reader::ints(int i, const char* role) {
  const OnnxConstantPtr value = constant(i, role);
  if (value->type != OnnxConstant::Type::kInt || value->shape.size() > 1) {
    wrong("its ", role, " '", node_->input(i), "' is no list of integers");
  }
  return value->ints;
}

/// Numbers that ONNX moved from an attribute to an input with opset `inputs_since`.
std::optional<Ints> Reader::ints_of(const char* attribute_name, int i, std::int64_t inputs_since) {
  if (opset_ < inputs_since) return ints_attribute(attribute_name);
  if (!has_input(i)) return std::nullopt;
  return ints(i, attribute_name);
}

float Reader::scalar(int i, const char* role) {
  const OnnxConstantPtr value = constant(i, role);
  if (value->type != OnnxConstant::Type::kFloat || value->count() != 1 || std::isnan(value->floats[0])) {
    wrong("its ", role, " '", node_->input(i), "' is no single number");
  }
  return value->floats[0];
}

NodeId Reader::activation(int i) {
  const Value value = input(i);
  if (value.constant == nullptr) return value.node;
  return constant_node(value.constant, value.constant->shape.size());
}

// ---- results --------------------------------------------------------------------------------------------

NodeId Reader::add(Operation operation, std::vector<NodeId> inputs) {
  return graph_.add(node_name(), std::move(operation), std::move(inputs));
}

/// Adds what the current node and a later one compute together; it is called like the later one.
void Reader::give_fused(const onnx::NodeProto& last, Operation operation, NodeId x) {
  const std::string name = name_of(last, made_by_.at(last.output(0)));
  define(last.output(0), {.node = graph_.add(name, std::move(operation), {x})});
}

void Reader::define(const std::string& name, Value value) {
  if (!values_.emplace(name, std::move(value)).second) {
    wrong("gives '", name, "', a name that the file uses twice");
  }
}

void Reader::give(OnnxConstant constant) {
  constant.name = node_->output(0);
  define(node_->output(0), {.constant = std::make_shared<OnnxConstant>(std::move(constant))});
}

/// The name in the graph of these numbers, made from a constant of the file: its own, unless other numbers
/// made from it have that name already.
std::string Reader::parameter(const OnnxConstant& constant, Shape shape, std::vector<float> values) {
  if (constant.type != OnnxConstant::Type::kFloat) {
    wrong("its parameter '", constant.name, "' is of an integer type");
  }
  for (const float value : values) {
    if (!std::isfinite(value)) {
      wrong("its parameter '", constant.name, "' holds ", double{value}, "; damaged file?");
    }
  }
  if (values.empty()) wrong("its parameter '", constant.name, "' is empty: ", shape_text(shape));
  Tensor tensor{std::move(shape), std::move(values)};
  std::string name = constant.name;
  for (int copy = 2;; ++copy) {
    const auto found = graph_.parameters.find(name);
    if (found != graph_.parameters.end() && found->second == tensor) return name;
    if (found == graph_.parameters.end() && (name == constant.name || !initializers_.contains(name))) break;
    name = join_text(constant.name, ".", copy);
  }
  graph_.parameters.emplace(name, std::move(tensor));
  return name;
}

/// The constant as a node for every image. `wanted_rank` counts the axis of the images: a constant that has
/// it loses it, since it must be the same for all of them.
NodeId Reader::constant_node(const OnnxConstantPtr& constant, std::size_t wanted_rank) {
  Shape shape = constant->shape;
  std::vector<float> values = constant->floats;
  if (shape.size() > wanted_rank) {
    wrong("combines the constant '", constant->name, "' of ", shape_text(shape), " with a value of ",
          wanted_rank, " axes; the first axis must stay that of the images");
  }
  if (shape.size() == wanted_rank) {
    if (shape.empty()) wrong("takes the scalar '", constant->name, "' for images");
    const auto images = static_cast<std::size_t>(std::max<std::int64_t>(shape[0], 1));
    const std::size_t length = values.size() / images;
    bool same = shape[0] == 1 || shape[0] == fixed_batch_;
    for (std::size_t i = length; same && i < values.size(); ++i) same = values[i] == values[i - length];
    if (!same) {
      wrong("gives every image its own part of the constant '", constant->name, "' of ", shape_text(shape),
            ", expected 1 as its first axis");
    }
    shape.erase(shape.begin());
    values.resize(length);
  }
  const std::string name = parameter(*constant, std::move(shape), std::move(values));
  return graph_.add(name, ConstantOp{name});
}

/// The one node that reads a value, when it is of that type and the value is not the output of the file.
const onnx::NodeProto* Reader::only_reader(const std::string& name, const char* type) const {
  const auto found = readers_.find(name);
  if (found == readers_.end() || found->second.size() != 1 || name == file_.output(0).name()) return nullptr;
  const onnx::NodeProto* reader = found->second.front();
  const bool fits = reader->op_type() == type && reader->input_size() == 2 && reader->output_size() == 1;
  return fits ? reader : nullptr;
}

/// An axis of the file as one of an image.
int Reader::image_axis(std::int64_t axis, NodeId x, const char* doing) const {
  const int found = onnx_axis(axis, rank(x));
  if (found == 0) wrong(doing, " the axis of the images, which would mix them");
  return found - 1;
}

// ---- operators ------------------------------------------------------------------------------------------

std::array<std::int64_t, 2> pair_of(const std::optional<Ints>& values, const char* what,
                                    std::array<std::int64_t, 2> otherwise) {
  if (!values) return otherwise;
  if (values->size() != 2)
    wrong("has ", values->size(), " ", what, ", expected 2: only images are supported");
  return {(*values)[0], (*values)[1]};
}

Window Reader::window(NodeId x, std::array<std::int64_t, 2> kernel) const {
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

void Reader::conv() {
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

void Reader::batch_norm() {
  const NodeId x = activation(0);
  if (int_attribute("training_mode", 0) != 0) {
    wrong("is in training mode, where images of a batch mix; export the model in evaluation mode");
  }
  for (int i = 1; i < node_->output_size(); ++i) {
    if (!node_->output(i).empty() && readers_.contains(node_->output(i))) {
      wrong("gives statistics of the batch; export the model in evaluation mode");
    }
  }
  const float epsilon = float_attribute("epsilon", 1e-5F);
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

void Reader::clip() {
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

/// Takes (x - mean) / std of the input, as it is written by write_onnx and by most wrappers, for one node.
bool Reader::normalization(const Value& a, const Value& b) {
  if (a.node != 0 || b.constant == nullptr) return false;
  const onnx::NodeProto* divide = only_reader(node_->output(0), "Div");
  if (divide == nullptr || divide->input(0) != node_->output(0)) return false;
  const bool is_known = initializers_.contains(divide->input(1)) || values_.contains(divide->input(1));
  const Value std = is_known ? value_of(divide->input(1)) : Value{};
  if (std.constant == nullptr) return false;
  const Shape channels{shape(0)[0], 1, 1};
  const Shape batched{1, shape(0)[0], 1, 1};
  NormalizeOp op;
  for (const auto& [from, to] : {std::pair{&b.constant, &op.mean}, std::pair{&std.constant, &op.std}}) {
    const OnnxConstant& constant = **from;
    if (constant.type != OnnxConstant::Type::kFloat) return false;
    if (constant.shape != channels && constant.shape != batched) return false;
    *to = constant.floats;
  }
  for (std::size_t i = 0; i < op.std.size(); ++i) {
    if (!std::isfinite(op.mean[i]) || !std::isfinite(op.std[i]) || !(op.std[i] > 0.0F)) return false;
  }
  give_fused(*divide, op, 0);
  return true;
}

void Reader::arithmetic(ArithmeticOp::Kind kind) {
  const Value a = input(0);
  const Value b = input(1);
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

std::vector<float> scaled(std::vector<float> values, float factor) {
  for (float& value : values) value *= factor;
  return values;
}

void Reader::gemm() {
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

/// Takes a product with a matrix and the addition of a row to it for one linear node.
bool Reader::bias_added(const std::string& product, const OnnxConstantPtr& weight, NodeId x) {
  const onnx::NodeProto* sum = only_reader(product, "Add");
  if (sum == nullptr) return false;
  const std::string& other = sum->input(sum->input(0) == product ? 1 : 0);
  if (!initializers_.contains(other) && !values_.contains(other)) return false;
  const OnnxConstantPtr bias = value_of(other).constant;
  if (bias == nullptr || bias->shape != Shape{weight->shape[0]}) return false;
  give_fused(*sum, LinearOp{.weight = parameter(*weight), .bias = parameter(*bias)}, x);
  return true;
}

void Reader::mat_mul() {
  const Value a = input(0);
  const Value b = input(1);
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

void Reader::flatten() {
  const NodeId x = activation(0);
  const Shape& from = shape(x);
  const std::int64_t given = int_attribute("axis", 1);
  // Unlike elsewhere the number of axes itself is allowed.
  const int axis =
      given == static_cast<std::int64_t>(rank(x)) ? static_cast<int>(given) : onnx_axis(given, rank(x));
  std::int64_t outer = 1;
  for (int i = 1; i < axis; ++i) outer *= from[static_cast<std::size_t>(i - 1)];
  if (axis == 0 || outer != 1) {
    wrong("flattens at axis ", given, ", which would join the images with other axes; expected 1");
  }
  give(add(ReshapeOp{{element_count(from)}}, {x}));
}

/// Reshapes every image; `target` has the axis of the images first.
void Reader::reshape_to(NodeId x, const Ints& target) {
  const std::int64_t count = element_count(shape(x));
  Ints rest(target.begin() + (target.empty() ? 0 : 1), target.end());
  const bool names_batch = !target.empty() && (target[0] == 0 || target[0] == kOnnxBatch ||
                                               target[0] == (fixed_batch_ > 0 ? fixed_batch_ : 1));
  // A first axis that is inferred is that of the images when the others hold exactly one image.
  if (!names_batch && (target.empty() || target[0] != -1)) {
    wrong("reshapes to ", target.empty() ? "a scalar" : join_text(target[0], " rows"),
          ", expected the number of images first; otherwise images would mix");
  }
  for (const std::int64_t size : rest) {
    if (size == kOnnxBatch || (!names_batch && size == -1)) {
      wrong("reshapes with the number of images behind other axes, which would mix images");
    }
  }
  Shape with_batch = shape(x);
  with_batch.insert(with_batch.begin(), 1);
  rest.insert(rest.begin(), 1);
  Shape wanted = onnx_reshaped(rest, with_batch, count);
  wanted.erase(wanted.begin());
  give(add(ReshapeOp{std::move(wanted)}, {x}));
}

void Reader::reshape() {
  const Value value = input(0);
  const Ints target = ints(1, "shape");
  if (int_attribute("allowzero", 0) != 0 && std::find(target.begin(), target.end(), 0) != target.end()) {
    wrong("reshapes to an axis of size 0");
  }
  if (value.constant == nullptr) return reshape_to(value.node, target);
  for (const std::int64_t size : target) {
    if (size == kOnnxBatch) wrong("reshapes a constant by the number of images");
  }
  give(fold_reshape(*value.constant, onnx_reshaped(target, value.constant->shape, value.constant->count())));
}

void Reader::transpose() {
  const Value value = input(0);
  const std::size_t axes = value.constant != nullptr ? value.constant->shape.size() : rank(value.node);
  Ints order = ints_attribute("perm").value_or(Ints{});
  if (order.empty()) {
    for (std::size_t i = axes; i-- > 0;) order.push_back(static_cast<std::int64_t>(i));
  }
  if (value.constant != nullptr) {
    give(fold_transpose(value.constant, order));
    return;
  }
  if (order.size() != axes || order[0] != 0) {
    wrong("moves the axis of the images, or does not order ", axes, " axes; expected 'perm' to begin with 0");
  }
  TransposeOp op;
  for (std::size_t i = 1; i < order.size(); ++i) {
    op.order.push_back(order[i] < 0 ? -1 : image_axis(order[i], value.node, "repeats"));
  }
  give(add(op, {value.node}));
}

Window Reader::pool_window(NodeId x) const {
  const auto kernel = ints_attribute("kernel_shape");
  if (!kernel) wrong("has no kernel_shape");
  return window(x, pair_of(kernel, "kernel sizes", {}));
}

void Reader::max_pool() {
  const NodeId x = activation(0);
  if (node_->output_size() > 1 && readers_.contains(node_->output(1))) {
    wrong("its second output, the positions of the maxima, is not supported");
  }
  give(add(MaxPoolOp{.window = pool_window(x), .ceil_mode = int_attribute("ceil_mode", 0) != 0}, {x}));
}

void Reader::average_pool() {
  const NodeId x = activation(0);
  give(add(AveragePoolOp{.window = pool_window(x),
                         .ceil_mode = int_attribute("ceil_mode", 0) != 0,
                         .count_padding = int_attribute("count_include_pad", 0) != 0},
           {x}));
}

void Reader::global_max_pool() {
  const NodeId x = activation(0);
  if (shape(x).size() != 3) wrong("its input is ", shape_text(shape(x)), ", expected an image");
  MaxPoolOp op;
  op.window.kernel = {shape(x)[1], shape(x)[2]};
  give(add(op, {x}));
}

void Reader::reduce_mean() {
  const NodeId x = activation(0);
  const auto axes = ints_attribute("axes");
  if (!axes) wrong("reduces all axes, that of the images too, which would mix them");
  ReduceMeanOp op{.keep_axes = int_attribute("keepdims", 1) != 0};
  for (const std::int64_t axis : *axes) op.axes.push_back(image_axis(axis, x, "reduces"));
  std::sort(op.axes.begin(), op.axes.end());
  give(add(op, {x}));
}

void Reader::pad() {
  const NodeId x = activation(0);
  PadOp op;
  const std::string mode = string_attribute("mode", "constant");
  if (mode == "reflect") {
    op.mode = PadOp::Mode::kReflect;
  } else if (mode == "edge") {
    op.mode = PadOp::Mode::kEdge;
  } else if (mode != "constant") {
    wrong("pads in mode '", mode, "', expected constant, reflect or edge");
  }
  const auto pads = ints_of("pads", 1, 11);
  if (!pads || pads->size() != 2 * rank(x)) {
    wrong("has ", pads ? pads->size() : 0, " pads, expected two for each of ", rank(x), " axes");
  }
  if (opset_ < 11) {
    op.value = float_attribute("value", 0.0F);
  } else if (has_input(2)) {
    op.value = scalar(2, "value");
  }
  const auto half = static_cast<std::ptrdiff_t>(rank(x));
  if (pads->front() != 0 || (*pads)[rank(x)] != 0) wrong("pads the axis of the images");
  op.before.assign(pads->begin() + 1, pads->begin() + half);
  op.after.assign(pads->begin() + half + 1, pads->end());
  // PyTorch writes such nodes before average pools.
  if (std::all_of(pads->begin(), pads->end(), [](std::int64_t size) { return size == 0; })) return give(x);
  give(add(op, {x}));
}

void Reader::slice() {
  const Value value = input(0);
  const bool is_constant = value.constant != nullptr;
  const std::size_t axes_count = is_constant ? value.constant->shape.size() : rank(value.node);
  const auto starts = ints_of("starts", 1, 10);
  const auto stops = ints_of("ends", 2, 10);
  if (!starts || !stops) wrong("has no starts or ends");
  Ints axes;
  for (std::size_t i = 0; i < starts->size(); ++i) axes.push_back(static_cast<std::int64_t>(i));
  axes = ints_of("axes", 3, 10).value_or(axes);
  const Ints steps = (opset_ < 10 ? std::nullopt : ints_of("steps", 4, 10)).value_or(Ints(starts->size(), 1));
  if (starts->size() != stops->size() || starts->size() != axes.size() || starts->size() != steps.size()) {
    wrong("has ", starts->size(), " starts, ", stops->size(), " ends, ", axes.size(), " axes and ",
          steps.size(), " steps");
  }
  std::vector<OnnxSlice> slices;
  NodeId x = value.node;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const int axis = onnx_axis(axes[i], axes_count);
    const std::int64_t start = (*starts)[i];
    const std::int64_t stop = (*stops)[i];
    if (is_constant) {
      if (start == kOnnxBatch || stop == kOnnxBatch) wrong("slices a constant by the number of images");
      slices.push_back(
          onnx_slice(axis, start, stop, steps[i], value.constant->shape[static_cast<std::size_t>(axis)]));
      continue;
    }
    if (axis == 0) {
      constexpr std::int64_t kEverything = std::numeric_limits<std::int32_t>::max();
      const bool whole =
          stop == kOnnxBatch || stop >= kEverything || (fixed_batch_ > 0 && stop >= fixed_batch_);
      if (start != 0 || steps[i] != 1 || !whole) wrong("takes only some of the images");
      continue;
    }
    if (start == kOnnxBatch || stop == kOnnxBatch) wrong("slices by the number of images");
    const std::int64_t size = shape(x)[static_cast<std::size_t>(axis - 1)];
    const OnnxSlice part = onnx_slice(axis - 1, start, stop, steps[i], size);
    if (part.step < 0) wrong("has a negative step, which is not supported");
    if (part.count == 0) wrong("takes nothing of axis ", axis, " of size ", size);
    if (part.count == size) continue;
    // A step longer than the axis takes one element, as does every other such step.
    x = add(SliceOp{part.axis, part.start, part.stop, std::min(part.step, size)}, {x});
  }
  if (is_constant) {
    give(fold_slice(*value.constant, slices));
  } else {
    give(x);
  }
}

void Reader::split() {
  const NodeId x = activation(0);
  const int axis = image_axis(int_attribute("axis", 0), x, "splits");
  const std::int64_t size = shape(x)[static_cast<std::size_t>(axis)];
  const auto parts = static_cast<std::int64_t>(node_->output_size());
  Ints sizes = ints_of("split", 1, 13).value_or(Ints{});
  if (sizes.empty()) {
    if (size % parts != 0) wrong("splits an axis of size ", size, " into ", parts, " equal parts");
    sizes.assign(static_cast<std::size_t>(parts), size / parts);
  }
  if (static_cast<std::int64_t>(sizes.size()) != parts)
    wrong("has ", sizes.size(), " sizes for ", parts, " parts");
  std::int64_t start = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] < 1 || sizes[i] > size - start)
      wrong("splits an axis of size ", size, " at ", start, " + ", sizes[i]);
    const std::string& name = node_->output(static_cast<int>(i));
    // A part that nobody reads would be computed for nothing.
    if (readers_.contains(name) || name == file_.output(0).name()) {
      define(name, {.node = add(SliceOp{axis, start, start + sizes[i], 1}, {x})});
    }
    start += sizes[i];
  }
}

void Reader::concat() {
  const auto* axis = attribute("axis", onnx::AttributeProto::INT);
  if (axis == nullptr) wrong("has no axis");
  if (node_->input_size() == 0) wrong("has no inputs");
  std::vector<Value> values;
  for (int i = 0; i < node_->input_size(); ++i) values.push_back(input(i));
  const auto first =
      std::find_if(values.begin(), values.end(), [](const Value& v) { return v.constant == nullptr; });
  if (first == values.end()) {
    std::vector<OnnxConstantPtr> constants;
    for (const Value& value : values) constants.push_back(value.constant);
    give(fold_concat(constants, axis->i()));
    return;
  }
  const int along = image_axis(axis->i(), first->node, "joins along");
  std::vector<NodeId> nodes;
  const std::size_t axes = rank(first->node);
  for (const Value& value : values) {
    if (value.constant != nullptr && value.constant->shape.size() != axes) {
      wrong("joins the constant '", value.constant->name, "' of ", shape_text(value.constant->shape),
            " with a value of ", axes, " axes");
    }
    nodes.push_back(value.constant == nullptr ? value.node : constant_node(value.constant, axes));
  }
  give(add(ConcatOp{along}, nodes));
}

void Reader::dropout() {
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

void Reader::constant_operator() {
  using Attribute = onnx::AttributeProto;
  OnnxConstant out;
  if (const auto* tensor = attribute("value", Attribute::TENSOR)) {
    out = read_onnx_tensor(tensor->t());
  } else if (const auto* number = attribute("value_float", Attribute::FLOAT)) {
    out.floats = {number->f()};
  } else if (const auto* numbers = attribute("value_floats", Attribute::FLOATS)) {
    out.floats.assign(numbers->floats().begin(), numbers->floats().end());
    out.shape = {numbers->floats_size()};
  } else if (const auto* integer = attribute("value_int", Attribute::INT)) {
    out.type = OnnxConstant::Type::kInt;
    out.ints = {integer->i()};
  } else if (const auto integers = ints_attribute("value_ints")) {
    out.type = OnnxConstant::Type::kInt;
    out.ints = *integers;
    out.shape = {static_cast<std::int64_t>(integers->size())};
  } else {
    wrong("holds no value, floats or integers");
  }
  if (std::find(out.ints.begin(), out.ints.end(), kOnnxBatch) != out.ints.end()) wrong("holds ", kOnnxBatch);
  give(std::move(out));
}

void Reader::constant_of_shape() {
  Shape wanted = ints(0, "shape");
  OnnxConstant one;
  one.floats = {0.0F};
  if (const auto* value = attribute("value", onnx::AttributeProto::TENSOR))
    one = read_onnx_tensor(value->t());
  if (one.count() != 1) wrong("fills with ", one.count(), " values, expected one");
  // The same for every image, so one row stands for all of them.
  if (!wanted.empty() && wanted[0] == kOnnxBatch) wanted[0] = 1;
  OnnxConstant indices{.type = OnnxConstant::Type::kInt, .shape = wanted};
  std::int64_t count = 1;
  for (const std::int64_t size : wanted) {
    if (size < 0 || __builtin_mul_overflow(count, size, &count) || count > kOnnxMaxGrown) {
      wrong("asks for a constant of ", shape_text(wanted));
    }
  }
  one.shape = {1};
  indices.ints.assign(static_cast<std::size_t>(count), 0);
  give(fold_gather(one, indices, 0));
}

void Reader::expand() {
  const OnnxConstantPtr value = constant(0, "value");
  Shape wanted = ints(1, "shape");
  // The same for every image, so one row stands for all of them.
  if (!wanted.empty() && wanted[0] == kOnnxBatch) wanted[0] = 1;
  Shape padded = value->shape;
  if (padded.size() < wanted.size()) padded.insert(padded.begin(), wanted.size() - padded.size(), 1);
  if (padded != wanted) {
    wrong("expands the constant '", value->name, "' of ", shape_text(value->shape), " to ",
          shape_text(wanted), "; only a new first axis for the images is supported");
  }
  OnnxConstant out = fold_reshape(*value, std::move(wanted));
  define(node_->output(0), {.constant = std::make_shared<OnnxConstant>(std::move(out))});
}

void Reader::cast() {
  using Proto = onnx::TensorProto;
  const std::int64_t to = int_attribute("to", Proto::UNDEFINED);
  const bool to_float = to == Proto::FLOAT || to == Proto::DOUBLE;
  const Value value = input(0);
  if (value.constant == nullptr && to == Proto::FLOAT) return define(node_->output(0), value);
  if (value.constant == nullptr || (!to_float && to != Proto::INT64 && to != Proto::INT32)) {
    wrong("casts to ", onnx_type_name(static_cast<int>(std::clamp<std::int64_t>(to, -1, 1000))),
          ", which is not supported");
  }
  give(fold_cast(*value.constant, to_float ? OnnxConstant::Type::kFloat : OnnxConstant::Type::kInt));
}

void Reader::shape_operator() {
  const Value value = input(0);
  Shape whole = value.constant != nullptr ? value.constant->shape : shape(value.node);
  if (value.constant == nullptr) whole.insert(whole.begin(), kOnnxBatch);
  const auto size = static_cast<std::int64_t>(whole.size());
  const OnnxSlice part = onnx_slice(0, int_attribute("start", 0),
                                    int_attribute("end", std::numeric_limits<std::int64_t>::max()), 1, size);
  const OnnxConstant all{.type = OnnxConstant::Type::kInt, .shape = {size}, .ints = std::move(whole)};
  give(fold_slice(all, {part}));
}

void Reader::gather() {
  const Value value = input(0);
  const OnnxConstantPtr indices = constant(1, "indices");
  const std::int64_t axis = int_attribute("axis", 0);
  if (value.constant != nullptr) {
    give(fold_gather(*value.constant, *indices, axis));
    return;
  }
  const int along = image_axis(axis, value.node, "picks from");
  const std::int64_t size = shape(value.node)[static_cast<std::size_t>(along)];
  if (indices->type != OnnxConstant::Type::kInt || indices->count() != 1 || indices->shape.size() > 1) {
    wrong("picks ", indices->count(), " elements, expected one: others are not supported");
  }
  std::int64_t index = indices->ints[0];
  if (index < -size || index >= size) wrong("picks element ", index, " of an axis of size ", size);
  if (index < 0) index += size;
  NodeId x = add(SliceOp{along, index, index + 1, 1}, {value.node});
  if (indices->shape.empty()) {
    Shape without = shape(x);
    without.erase(without.begin() + along);
    x = add(ReshapeOp{std::move(without)}, {x});
  }
  give(x);
}

void Reader::unsqueeze() {
  const Value value = input(0);
  const auto axes = ints_of("axes", 1, 13);
  if (!axes) wrong("has no axes");
  Shape from = value.constant != nullptr ? value.constant->shape : shape(value.node);
  if (value.constant == nullptr) from.insert(from.begin(), 1);
  const std::size_t wanted_rank = from.size() + axes->size();
  if (wanted_rank > 32) wrong("gives a value of ", wanted_rank, " axes");
  std::set<int> fresh;
  for (const std::int64_t axis : *axes) {
    if (!fresh.insert(onnx_axis(axis, wanted_rank)).second) wrong("adds axis ", axis, " twice");
  }
  if (value.constant == nullptr && fresh.contains(0)) wrong("puts an axis before that of the images");
  Shape wanted;
  for (int i = 0; i < static_cast<int>(wanted_rank); ++i) {
    if (fresh.contains(i)) {
      wanted.push_back(1);
    } else {
      wanted.push_back(from.front());
      from.erase(from.begin());
    }
  }
  if (value.constant != nullptr) {
    give(fold_reshape(*value.constant, std::move(wanted)));
  } else {
    wanted.erase(wanted.begin());
    give(add(ReshapeOp{std::move(wanted)}, {value.node}));
  }
}

void Reader::squeeze() {
  const Value value = input(0);
  const auto axes = ints_of("axes", 1, 13);
  const Shape from = value.constant != nullptr ? value.constant->shape : shape(value.node);
  const std::size_t first = value.constant != nullptr ? 0 : 1;
  if (!axes && value.constant == nullptr) {
    wrong("drops all axes of size 1, that of a single image too; expected the axes to be named");
  }
  std::set<std::size_t> gone;
  for (std::size_t i = 0; !axes && i < from.size(); ++i) {
    if (from[i] == 1) gone.insert(i);
  }
  for (const std::int64_t given : axes.value_or(Ints{})) {
    const auto axis = static_cast<std::size_t>(onnx_axis(given, from.size() + first));
    if (axis < first) wrong("drops the axis of the images");
    if (from[axis - first] != 1) wrong("drops axis ", given, " of size ", from[axis - first]);
    gone.insert(axis - first);
  }
  Shape wanted;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (!gone.contains(i)) wanted.push_back(from[i]);
  }
  if (value.constant != nullptr) {
    give(fold_reshape(*value.constant, std::move(wanted)));
  } else {
    give(add(ReshapeOp{std::move(wanted)}, {value.node}));
  }
}

void Reader::convert(const onnx::NodeProto& node) {
  using Kind = ArithmeticOp::Kind;
  using Convert = void (*)(Reader&);
  static const std::map<std::string_view, Convert> kOperators = {
      {"Add", [](Reader& r) { r.arithmetic(Kind::kAdd); }},
      {"AveragePool", [](Reader& r) { r.average_pool(); }},
      {"BatchNormalization", [](Reader& r) { r.batch_norm(); }},
      {"Cast", [](Reader& r) { r.cast(); }},
      {"Clip", [](Reader& r) { r.clip(); }},
      {"Concat", [](Reader& r) { r.concat(); }},
      {"Constant", [](Reader& r) { r.constant_operator(); }},
      {"ConstantOfShape", [](Reader& r) { r.constant_of_shape(); }},
      {"Conv", [](Reader& r) { r.conv(); }},
      {"Div", [](Reader& r) { r.arithmetic(Kind::kDiv); }},
      {"Dropout", [](Reader& r) { r.dropout(); }},
      {"Expand", [](Reader& r) { r.expand(); }},
      {"Flatten", [](Reader& r) { r.flatten(); }},
      {"Gather", [](Reader& r) { r.gather(); }},
      {"Gemm", [](Reader& r) { r.gemm(); }},
      {"GlobalAveragePool", [](Reader& r) { r.unary(GlobalAveragePoolOp{}); }},
      {"GlobalMaxPool", [](Reader& r) { r.global_max_pool(); }},
      {"Identity", [](Reader& r) { r.define(r.node_->output(0), r.input(0)); }},
      {"LeakyRelu", [](Reader& r) { r.unary(LeakyReluOp{r.float_attribute("alpha", 0.01F)}); }},
      {"MatMul", [](Reader& r) { r.mat_mul(); }},
      {"MaxPool", [](Reader& r) { r.max_pool(); }},
      {"Mul", [](Reader& r) { r.arithmetic(Kind::kMul); }},
      {"Pad", [](Reader& r) { r.pad(); }},
      {"ReduceMean", [](Reader& r) { r.reduce_mean(); }},
      {"Relu", [](Reader& r) { r.unary(ReluOp{}); }},
      {"Reshape", [](Reader& r) { r.reshape(); }},
      {"Shape", [](Reader& r) { r.shape_operator(); }},
      {"Sigmoid", [](Reader& r) { r.unary(SigmoidOp{}); }},
      {"Slice", [](Reader& r) { r.slice(); }},
      {"Split", [](Reader& r) { r.split(); }},
      {"Squeeze", [](Reader& r) { r.squeeze(); }},
      {"Sub", [](Reader& r) { r.arithmetic(Kind::kSub); }},
      {"Transpose", [](Reader& r) { r.transpose(); }},
      {"Unsqueeze", [](Reader& r) { r.unsqueeze(); }},
  };
  const bool is_standard = node.domain().empty() || node.domain() == "ai.onnx";
  const auto found = is_standard ? kOperators.find(node.op_type()) : kOperators.end();
  if (found == kOperators.end()) {
    wrong("this operator", is_standard ? "" : join_text(" of the domain '", node.domain(), "'"),
          " is not supported");
  }
  // Fused with an earlier one.
  if (values_.contains(node.output(0))) return;
  found->second(*this);
}

// ---- the file -------------------------------------------------------------------------------------------

void Reader::take_initializers() {
  for (const onnx::TensorProto& tensor : file_.initializer()) {
    if (!initializers_.emplace(tensor.name(), &tensor).second) {
      wrong("two initializers are called '", tensor.name(), "'");
    }
  }
  if (file_.sparse_initializer_size() > 0) wrong("has sparse initializers, which are not supported");
}

void Reader::take_input() {
  const onnx::ValueInfoProto* input = nullptr;
  std::string names;
  for (const onnx::ValueInfoProto& candidate : file_.input()) {
    // Old files list the initializers here too.
    if (initializers_.contains(candidate.name())) continue;
    names += join_text(names.empty() ? "'" : ", '", candidate.name(), "'");
    if (input != nullptr) wrong("takes the inputs ", names, ", expected one: the images");
    input = &candidate;
  }
  if (input == nullptr) wrong("takes no input, expected one: the images");
  if (file_.output_size() != 1) {
    names.clear();
    for (const auto& output : file_.output())
      names += join_text(names.empty() ? "'" : ", '", output.name(), "'");
    wrong("gives ", file_.output_size() == 0 ? "no output" : "the outputs " + names,
          ", expected one: the logits");
  }
  const onnx::TypeProto::Tensor& type = input->type().tensor_type();
  if (!input->type().has_tensor_type() || type.elem_type() != onnx::TensorProto::FLOAT) {
    wrong("its input '", input->name(), "' is of type ", onnx_type_name(type.elem_type()),
          ", expected float32");
  }
  if (!type.has_shape() || type.shape().dim_size() != 4) {
    wrong("its input '", input->name(), "' has ", type.shape().dim_size(),
          " axes, expected images x channels x height x width");
  }
  Shape shape;
  for (const auto& dim : type.shape().dim()) shape.push_back(dim.has_dim_value() ? dim.dim_value() : 0);
  for (std::size_t i = 1; i < shape.size(); ++i) {
    if (shape[i] < 1) {
      wrong("its input '", input->name(), "' leaves axis ", i, " open",
            "; expected a fixed image size, export the model with only the first axis dynamic");
    }
  }
  fixed_batch_ = std::max<std::int64_t>(shape[0], 0);
  const NodeId id = graph_.add(input->name(), InputOp{{shape.begin() + 1, shape.end()}});
  values_.emplace(input->name(), Value{.node = id});
}

/// Marks the nodes that the output depends on: others may be whatever they like.
void Reader::find_needed_nodes() {
  for (int i = 0; i < file_.node_size(); ++i) {
    for (const std::string& name : file_.node(i).output()) {
      if (name.empty()) continue;
      const bool is_taken = initializers_.contains(name) || values_.contains(name);
      if (is_taken || !made_by_.emplace(name, i).second) {
        wrong("node ", i, " (", file_.node(i).op_type(), ") gives '", name,
              "', a name that the file uses twice");
      }
    }
  }
  needed_.assign(static_cast<std::size_t>(file_.node_size()), false);
  std::vector<std::string> open{file_.output(0).name()};
  while (!open.empty()) {
    const auto maker = made_by_.find(open.back());
    open.pop_back();
    if (maker == made_by_.end() || needed_[static_cast<std::size_t>(maker->second)]) continue;
    needed_[static_cast<std::size_t>(maker->second)] = true;
    const onnx::NodeProto& node = file_.node(maker->second);
    for (const std::string& name : node.input()) {
      open.push_back(name);
      readers_[name].push_back(&node);
    }
  }
}

/// The nodes that `output` depends on, and their parameters.
Graph without_dead_nodes(const Graph& graph, NodeId output) {
  std::vector<bool> live(graph.nodes().size(), false);
  live[0] = true;
  live[static_cast<std::size_t>(output)] = true;
  for (NodeId id = output; id >= 0; --id) {
    if (!live[static_cast<std::size_t>(id)]) continue;
    for (const NodeId input : graph.node(id).inputs) live[static_cast<std::size_t>(input)] = true;
  }
  Graph out;
  out.parameters = graph.parameters;
  std::vector<NodeId> moved(graph.nodes().size(), -1);
  for (NodeId id = 0; id <= output; ++id) {
    if (!live[static_cast<std::size_t>(id)]) continue;
    std::vector<NodeId> inputs;
    for (const NodeId input : graph.node(id).inputs) inputs.push_back(moved[static_cast<std::size_t>(input)]);
    moved[static_cast<std::size_t>(id)] =
        out.add(graph.node(id).name, graph.node(id).operation, std::move(inputs));
  }
  return out;
}

Graph Reader::read(const std::filesystem::path& path) {
  try {
    take_initializers();
    take_input();
    find_needed_nodes();
  } catch (const Error& error) {
    fail(error.kind(), path, ": ", std::string_view(error.what()));
  }
  // Constants first: exporters place them right before their use, too late for nodes read together.
  for (const bool constants : {true, false}) {
    for (index_ = 0; index_ < file_.node_size(); ++index_) {
      node_ = &file_.node(index_);
      if (!needed_[static_cast<std::size_t>(index_)] || (node_->op_type() == "Constant") != constants)
        continue;
      try {
        convert(*node_);
      } catch (const Error& error) {
        const std::string_view what = error.what();
        if (what.starts_with("node '")) fail(error.kind(), path, ": ", what);
        fail(error.kind(), path, ": node '", node_name(), "' (", node_->op_type(), "): ", what);
      }
    }
  }
  const std::string& name = file_.output(0).name();
  const auto output = values_.find(name);
  if (output == values_.end() || output->second.constant != nullptr) {
    fail(ErrorKind::kData, path, ": its output '", name, "' is not computed from its input by any node");
  }
  return without_dead_nodes(graph_, output->second.node);
}

}  // namespace

Graph read_onnx(const std::filesystem::path& path) {
  onnx::ModelProto model;
  {
    const std::string content = read_file(path, kMaxBytes);
    if (!model.ParseFromArray(content.data(), static_cast<int>(content.size())) || !model.has_graph()) {
      fail(ErrorKind::kData, path, ": ", content.size(),
           " bytes that are no ONNX model; truncated or another format?");
    }
  }
  std::int64_t opset = -1;
  for (const auto& import : model.opset_import()) {
    if (import.domain().empty() || import.domain() == "ai.onnx") opset = import.version();
  }
  if (opset < kOldestOpset || opset > kNewestOpset) {
    fail(ErrorKind::kData, path, ": is written in ",
         opset == -1 ? "no known version of the ONNX operators" : join_text("ONNX opset ", opset),
         ", expected ", kOldestOpset, " to ", kNewestOpset, "; export it again with one of these");
  }
  return Reader(model.graph(), opset).read(path);
}

}  // namespace certus
