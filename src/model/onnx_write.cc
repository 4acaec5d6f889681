#include "certus/model/onnx_write.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "certus/base/build_info.h"
#include "certus/base/error.h"

namespace certus {
namespace {

using Ints = std::vector<std::int64_t>;

constexpr int kOpset = 13;
constexpr int kIrVersion = 7;

void set_attribute(onnx::NodeProto& node, const char* name, std::int64_t value) {
  onnx::AttributeProto& attribute = *node.add_attribute();
  attribute.set_name(name);
  attribute.set_type(onnx::AttributeProto::INT);
  attribute.set_i(value);
}

void set_attribute(onnx::NodeProto& node, const char* name, float value) {
  onnx::AttributeProto& attribute = *node.add_attribute();
  attribute.set_name(name);
  attribute.set_type(onnx::AttributeProto::FLOAT);
  attribute.set_f(value);
}

void set_attribute(onnx::NodeProto& node, const char* name, const char* value) {
  onnx::AttributeProto& attribute = *node.add_attribute();
  attribute.set_name(name);
  attribute.set_type(onnx::AttributeProto::STRING);
  attribute.set_s(value);
}

template <typename List>
void set_list(onnx::NodeProto& node, const char* name, const List& values) {
  onnx::AttributeProto& attribute = *node.add_attribute();
  attribute.set_name(name);
  attribute.set_type(onnx::AttributeProto::INTS);
  for (const std::int64_t value : values) attribute.add_ints(value);
}

class Writer {
 public:
  Writer(const Graph& graph, onnx::GraphProto& file) : graph_(graph), file_(file) {}
  void write();

  // One function per operation. They append to the file and leave the name of the result in result_.
  void operator()(const InputOp&) {}
  void operator()(const ConstantOp&) {}
  void operator()(const NormalizeOp& op);
  void operator()(const ConvOp& op);
  void operator()(const BatchNormOp& op);
  void operator()(const ReluOp&) { add("Relu", {whole(0)}); }
  void operator()(const LeakyReluOp& op) { set_attribute(add("LeakyRelu", {whole(0)}), "alpha", op.slope); }
  void operator()(const SigmoidOp&) { add("Sigmoid", {whole(0)}); }
  void operator()(const ClipOp& op) {
    add("Clip", {whole(0), scalar("low", op.low), scalar("high", op.high)});
  }
  void operator()(const ArithmeticOp& op);
  void operator()(const LinearOp& op);
  void operator()(const MatMulOp&);
  void operator()(const MaxPoolOp& op);
  void operator()(const AveragePoolOp& op);
  void operator()(const GlobalAveragePoolOp&) { add("GlobalAveragePool", {whole(0)}); }
  void operator()(const ReduceMeanOp& op);
  void operator()(const ReshapeOp& op) { add("Reshape", {whole(0), batched_shape(0, op.shape)}); }
  void operator()(const TransposeOp& op);
  void operator()(const PadOp& op);
  void operator()(const SliceOp& op);
  void operator()(const ConcatOp& op);

 private:
  std::string unique(const std::string& wanted);
  std::string tensor(const std::string& name, const Shape& shape, const std::vector<float>& values);
  std::string tensor(const std::string& name, const Ints& values);
  std::string scalar(const char* what, float value) { return tensor(unique(label(what)), {}, {value}); }
  std::string label(const std::string& what) const { return join_text(node_->name, ".", what); }
  std::string batched_shape(std::int64_t first, const Shape& shape);

  onnx::NodeProto& add(const char* type, const std::vector<std::string>& inputs);
  void add_helper(const char* type, const std::vector<std::string>& inputs, const std::string& output,
                  std::int64_t axis = 0);
  const Shape& shape(std::size_t i) const { return graph_.node(node_->inputs[i]).shape; }
  bool is_constant(std::size_t i) const {
    return std::holds_alternative<ConstantOp>(graph_.node(node_->inputs[i]).operation);
  }
  std::string plain(std::size_t i) const { return names_[static_cast<std::size_t>(node_->inputs[i])]; }
  std::string whole(std::size_t i);
  std::string aligned(std::size_t i, std::size_t axes);
  void set_window(onnx::NodeProto& node, const Window& window);

  const Graph& graph_;
  onnx::GraphProto& file_;
  const Node* node_ = nullptr;
  std::string result_;
  std::vector<std::string> names_;  // of the result of every node
  std::set<std::string> taken_;
};

std::string Writer::unique(const std::string& wanted) {
  std::string name = wanted;
  for (int copy = 2; !taken_.insert(name).second; ++copy) name = join_text(wanted, ".", copy);
  return name;
}

std::string Writer::tensor(const std::string& name, const Shape& shape, const std::vector<float>& values) {
  onnx::TensorProto& out = *file_.add_initializer();
  out.set_name(name);
  out.set_data_type(onnx::TensorProto::FLOAT);
  for (const std::int64_t size : shape) out.add_dims(size);
  out.set_raw_data(values.data(), values.size() * sizeof(float));
  return name;
}

std::string Writer::tensor(const std::string& name, const Ints& values) {
  onnx::TensorProto& out = *file_.add_initializer();
  out.set_name(name);
  out.set_data_type(onnx::TensorProto::INT64);
  out.add_dims(static_cast<std::int64_t>(values.size()));
  out.set_raw_data(values.data(), values.size() * sizeof(std::int64_t));
  return name;
}

/// The shape for all images: `first` (0 keeps the number of images), then the shape of one image.
std::string Writer::batched_shape(std::int64_t first, const Shape& shape) {
  Ints sizes{first};
  sizes.insert(sizes.end(), shape.begin(), shape.end());
  return tensor(unique(label("shape")), sizes);
}

onnx::NodeProto& Writer::add(const char* type, const std::vector<std::string>& inputs) {
  onnx::NodeProto& node = *file_.add_node();
  node.set_op_type(type);
  // Other readers require the names of nodes to be unique, as the names of values are.
  node.set_name(result_ == "logits" ? unique(node_->name) : result_);
  for (const std::string& input : inputs) node.add_input(input);
  node.add_output(result_);
  return node;
}

void Writer::add_helper(const char* type, const std::vector<std::string>& inputs, const std::string& output,
                        std::int64_t axis) {
  const std::string result = std::exchange(result_, output);
  onnx::NodeProto& node = add(type, inputs);
  result_ = result;
  if (std::string_view(type) == "Concat") set_attribute(node, "axis", axis);
}

/// Input i with the axis of the images, even if it is a constant.
std::string Writer::whole(std::size_t i) {
  if (!is_constant(i)) return plain(i);
  const std::string sizes = unique(label("sizes"));
  const std::string images = unique(label("images"));
  const std::string wanted = unique(label("shape"));
  std::string repeated = unique(label("repeated"));
  add_helper("Shape", {"input"}, sizes);
  add_helper("Gather", {sizes, tensor(unique(label("first")), Ints{0})}, images);
  add_helper("Concat", {images, tensor(unique(label("rest")), shape(i))}, wanted);
  add_helper("Expand", {plain(i), wanted}, repeated);
  return repeated;
}

/// Input i with that many axes per image; new axes are added in front, because ONNX matches axes starting
/// from the last one.
std::string Writer::aligned(std::size_t i, std::size_t axes) {
  if (is_constant(i) && shape(i).size() <= axes) return plain(i);
  if (shape(i).size() >= axes) return plain(i);
  Shape more = shape(i);
  more.insert(more.begin(), axes - more.size(), 1);
  std::string name = unique(label("aligned"));
  add_helper("Reshape", {plain(i), batched_shape(0, more)}, name);
  return name;
}

void Writer::operator()(const NormalizeOp& op) {
  const Shape channels{static_cast<std::int64_t>(op.mean.size()), 1, 1};
  const std::string centred = unique(label("centred"));
  add_helper("Sub", {whole(0), tensor(unique(label("mean")), channels, op.mean)}, centred);
  add("Div", {centred, tensor(unique(label("std")), channels, op.std)});
}

void Writer::set_window(onnx::NodeProto& node, const Window& window) {
  set_list(node, "kernel_shape", window.kernel);
  set_list(node, "strides", window.stride);
  set_list(node, "pads", window.pad);
}

void Writer::operator()(const ConvOp& op) {
  std::vector<std::string> inputs{whole(0), op.weight};
  if (op.bias) inputs.push_back(*op.bias);
  onnx::NodeProto& node = add("Conv", inputs);
  set_window(node, op.window);
  set_list(node, "dilations", op.window.dilation);
  set_attribute(node, "group", op.groups);
}

void Writer::operator()(const BatchNormOp& op) {
  onnx::NodeProto& node =
      add("BatchNormalization", {whole(0), op.weight, op.bias, op.running_mean, op.running_var});
  set_attribute(node, "epsilon", op.epsilon);
}

void Writer::operator()(const ArithmeticOp& op) {
  static constexpr const char* kTypes[] = {"Add", "Sub", "Mul", "Div"};
  const std::size_t axes = node_->shape.size();
  add(kTypes[static_cast<std::size_t>(op.kind)], {aligned(0, axes), aligned(1, axes)});
}

void Writer::operator()(const LinearOp& op) {
  if (shape(0).size() == 1) {
    std::vector<std::string> inputs{whole(0), op.weight};
    if (op.bias) inputs.push_back(*op.bias);
    set_attribute(add("Gemm", inputs), "transB", std::int64_t{1});
    return;
  }
  const std::string input = whole(0);
  const std::string turned = unique(label("transposed"));
  add_helper("Transpose", {op.weight}, turned);
  set_list(*file_.mutable_node(file_.node_size() - 1), "perm", Ints{1, 0});
  if (!op.bias) {
    add("MatMul", {input, turned});
    return;
  }
  const std::string product = unique(label("product"));
  add_helper("MatMul", {input, turned}, product);
  add("Add", {product, *op.bias});
}

void Writer::operator()(const MatMulOp&) {
  const std::size_t axes = node_->shape.size();
  add("MatMul", {aligned(0, axes), aligned(1, axes)});
}

void Writer::operator()(const MaxPoolOp& op) {
  onnx::NodeProto& node = add("MaxPool", {whole(0)});
  set_window(node, op.window);
  set_list(node, "dilations", op.window.dilation);
  set_attribute(node, "ceil_mode", std::int64_t{op.ceil_mode});
}

void Writer::operator()(const AveragePoolOp& op) {
  onnx::NodeProto& node = add("AveragePool", {whole(0)});
  set_window(node, op.window);
  set_attribute(node, "ceil_mode", std::int64_t{op.ceil_mode});
  set_attribute(node, "count_include_pad", std::int64_t{op.count_padding});
}

void Writer::operator()(const ReduceMeanOp& op) {
  Ints axes;
  for (const int axis : op.axes) axes.push_back(axis + 1);
  onnx::NodeProto& node = add("ReduceMean", {whole(0)});
  set_list(node, "axes", axes);
  set_attribute(node, "keepdims", std::int64_t{op.keep_axes});
}

void Writer::operator()(const TransposeOp& op) {
  Ints order{0};
  for (const int axis : op.order) order.push_back(axis + 1);
  set_list(add("Transpose", {whole(0)}), "perm", order);
}

void Writer::operator()(const PadOp& op) {
  static constexpr const char* kModes[] = {"constant", "reflect", "edge"};
  Ints pads{0};
  pads.insert(pads.end(), op.before.begin(), op.before.end());
  pads.push_back(0);
  pads.insert(pads.end(), op.after.begin(), op.after.end());
  onnx::NodeProto& node =
      add("Pad", {whole(0), tensor(unique(label("pads")), pads), scalar("value", op.value)});
  set_attribute(node, "mode", kModes[static_cast<std::size_t>(op.mode)]);
}

void Writer::operator()(const SliceOp& op) {
  add("Slice",
      {whole(0), tensor(unique(label("start")), Ints{op.start}), tensor(unique(label("stop")), Ints{op.stop}),
       tensor(unique(label("axis")), Ints{op.axis + 1}), tensor(unique(label("step")), Ints{op.step})});
}

void Writer::operator()(const ConcatOp& op) {
  std::vector<std::string> inputs;
  for (std::size_t i = 0; i < node_->inputs.size(); ++i) inputs.push_back(whole(i));
  set_attribute(add("Concat", inputs), "axis", std::int64_t{op.axis + 1});
}

void set_value_info(onnx::ValueInfoProto& info, const char* name, const Shape& shape) {
  info.set_name(name);
  onnx::TypeProto::Tensor& type = *info.mutable_type()->mutable_tensor_type();
  type.set_elem_type(onnx::TensorProto::FLOAT);
  type.mutable_shape()->add_dim()->set_dim_param("batch");
  for (const std::int64_t size : shape) type.mutable_shape()->add_dim()->set_dim_value(size);
}

void Writer::write() {
  file_.set_name("certus");
  set_value_info(*file_.add_input(), "input", graph_.input_shape());
  set_value_info(*file_.add_output(), "logits", graph_.output_shape());
  taken_ = {"input", "logits"};
  for (const auto& [name, value] : graph_.parameters) {
    if (name.empty() || !taken_.insert(name).second) {
      fail(ErrorKind::kData, "a parameter is called '", name, "', which an ONNX file needs for itself");
    }
    tensor(name, value.shape, value.values);
  }
  for (const Node& node : graph_.nodes()) {
    node_ = &node;
    const bool is_last = &node == &graph_.nodes().back();
    if (std::holds_alternative<InputOp>(node.operation)) {
      names_.emplace_back("input");
    } else if (const auto* constant = std::get_if<ConstantOp>(&node.operation)) {
      names_.push_back(constant->value);
    } else {
      names_.push_back(is_last ? "logits" : unique(node.name.empty() ? "value" : node.name));
    }
    result_ = names_.back();
    std::visit(*this, node.operation);
  }
  if (names_.back() != "logits") {
    fail(ErrorKind::kData, "the network ends with its input or a constant; an ONNX file needs a computation");
  }
}

}  // namespace

void write_onnx(const Graph& graph, const std::filesystem::path& path, Overwrite overwrite) {
  check_may_write(path, overwrite);
  onnx::ModelProto model;
  model.set_ir_version(kIrVersion);
  model.set_producer_name("certus");
  model.set_producer_version(std::string(build_info().version));
  onnx::OperatorSetIdProto& opset = *model.add_opset_import();
  opset.set_domain("");
  opset.set_version(kOpset);
  std::string content;
  try {
    Writer(graph, *model.mutable_graph()).write();
    if (model.ByteSizeLong() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
      fail(ErrorKind::kData, model.ByteSizeLong(), " bytes are more than the 2 GB an ONNX file can hold");
    }
  } catch (const Error& error) {
    fail(error.kind(), path, ": cannot be written: ", std::string_view(error.what()));
  }
  CERTUS_CHECK(model.SerializeToString(&content));
  write_file(path, content, overwrite);
}

}  // namespace certus
