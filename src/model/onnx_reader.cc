#include "certus/model/onnx_reader.h"

#include <algorithm>
#include <cmath>

#include "certus/model/onnx_tensor.h"

namespace certus {
namespace {

/// The graph with only the nodes that `output` depends on; the other nodes only computed shapes.
Graph without_dead_nodes(Graph graph, NodeId output) {
  std::vector<bool> live(graph.nodes().size(), false);
  live[0] = true;
  live[static_cast<std::size_t>(output)] = true;
  for (NodeId id = output; id >= 0; --id) {
    if (!live[static_cast<std::size_t>(id)]) continue;
    for (const NodeId input : graph.node(id).inputs) live[static_cast<std::size_t>(input)] = true;
  }
  Graph out;
  out.parameters = std::move(graph.parameters);
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

}  // namespace

// ---- the current node -----------------------------------------------------------------------------------

std::string OnnxReader::name_of(const onnx::NodeProto& node, int index) const {
  return node.name().empty() ? join_text(node.op_type(), "_", index) : node.name();
}

const onnx::AttributeProto* OnnxReader::attribute(const char* name,
                                                  onnx::AttributeProto::AttributeType type) const {
  for (const onnx::AttributeProto& attribute : node_->attribute()) {
    if (attribute.name() != name) continue;
    if (attribute.type() != type) wrong("attribute '", name, "' is of an unexpected type");
    return &attribute;
  }
  return nullptr;
}

std::int64_t OnnxReader::int_attribute(const char* name, std::int64_t otherwise) const {
  const auto* found = attribute(name, onnx::AttributeProto::INT);
  return found == nullptr ? otherwise : found->i();
}

float OnnxReader::float_attribute(const char* name, float otherwise) const {
  const auto* found = attribute(name, onnx::AttributeProto::FLOAT);
  if (found != nullptr && std::isnan(found->f())) wrong("attribute '", name, "' is NaN");
  return found == nullptr ? otherwise : found->f();
}

std::string OnnxReader::string_attribute(const char* name, const char* otherwise) const {
  const auto* found = attribute(name, onnx::AttributeProto::STRING);
  return found == nullptr ? otherwise : found->s();
}

std::optional<OnnxReader::Ints> OnnxReader::ints_attribute(const char* name) const {
  const auto* found = attribute(name, onnx::AttributeProto::INTS);
  if (found == nullptr) return std::nullopt;
  return Ints(found->ints().begin(), found->ints().end());
}

OnnxValue OnnxReader::value_of(const std::string& name) {
  if (const auto found = values_.find(name); found != values_.end()) return found->second;
  const auto initializer = initializers_.find(name);
  if (initializer == initializers_.end()) {
    if (const auto later = made_by_.find(name); later != made_by_.end()) {
      wrong("reads '", name, "', which only node ", later->second,
            " gives; expected nodes in the order of computation, without cycles");
    }
    wrong("reads '", name, "', which is neither an input nor an initializer nor an output of another node");
  }
  // Read at its first use, because a file may contain tensors that the output does not need.
  OnnxValue value{.constant = std::make_shared<OnnxConstant>(read_onnx_tensor(*initializer->second))};
  values_.emplace(name, value);
  return value;
}

OnnxValue OnnxReader::input(int i) {
  if (!has_input(i)) wrong("has no input ", i);
  return value_of(node_->input(i));
}

OnnxConstantPtr OnnxReader::constant(int i, const char* role) {
  const OnnxValue value = input(i);
  if (value.constant == nullptr) {
    wrong("its ", role, " '", node_->input(i), "' is computed from the image, expected a constant");
  }
  return value.constant;
}

OnnxReader::Ints OnnxReader::ints(int i, const char* role) {
  const OnnxConstantPtr value = constant(i, role);
  if (value->type != OnnxConstant::Type::kInt || value->shape.size() > 1) {
    wrong("its ", role, " '", node_->input(i), "' is not a list of integers");
  }
  return value->ints;
}

/// Numbers that ONNX moved from an attribute to an input in opset `inputs_since`.
std::optional<OnnxReader::Ints> OnnxReader::ints_of(const char* attribute_name, int i,
                                                    std::int64_t inputs_since) {
  if (opset_ < inputs_since) return ints_attribute(attribute_name);
  if (!has_input(i)) return std::nullopt;
  return ints(i, attribute_name);
}

float OnnxReader::scalar(int i, const char* role) {
  const OnnxConstantPtr value = constant(i, role);
  if (value->type != OnnxConstant::Type::kFloat || value->count() != 1 || std::isnan(value->floats[0])) {
    wrong("its ", role, " '", node_->input(i), "' is not a single number");
  }
  return value->floats[0];
}

NodeId OnnxReader::activation(int i) {
  const OnnxValue value = input(i);
  if (value.constant == nullptr) return value.node;
  return constant_node(value.constant, value.constant->shape.size());
}

// ---- results --------------------------------------------------------------------------------------------

NodeId OnnxReader::add(Operation operation, std::vector<NodeId> inputs) {
  return graph_.add(node_name(), std::move(operation), std::move(inputs));
}

/// Adds what the current node and a later one compute together; the result has the name of the later one.
void OnnxReader::give_fused(const onnx::NodeProto& last, Operation operation, NodeId x) {
  const std::string name = name_of(last, made_by_.at(last.output(0)));
  define(last.output(0), {.node = graph_.add(name, std::move(operation), {x})});
}

void OnnxReader::define(const std::string& name, OnnxValue value) {
  if (!values_.emplace(name, std::move(value)).second) {
    wrong("gives '", name, "', a name that the file uses twice");
  }
}

void OnnxReader::give(OnnxConstant constant) {
  constant.name = node_->output(0);
  define(node_->output(0), {.constant = std::make_shared<OnnxConstant>(std::move(constant))});
}

/// The name in the graph of these numbers, which were made from a constant of the file: the constant's own
/// name, unless other numbers made from it already have that name.
std::string OnnxReader::parameter(const OnnxConstant& constant, Shape shape, std::vector<float> values) {
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

/// The constant as a node that is the same for every image. `wanted_rank` includes the axis of the images: a
/// constant that has this axis loses it, since it must be the same for all images.
NodeId OnnxReader::constant_node(const OnnxConstantPtr& constant, std::size_t wanted_rank) {
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

/// The only node that reads a value, if it has that type and the value is not the output of the file.
const onnx::NodeProto* OnnxReader::only_reader(const std::string& name, const char* type) const {
  const auto found = readers_.find(name);
  if (found == readers_.end() || found->second.size() != 1 || name == file_.output(0).name()) return nullptr;
  const onnx::NodeProto* reader = found->second.front();
  const bool fits = reader->op_type() == type && reader->input_size() == 2 && reader->output_size() == 1;
  return fits ? reader : nullptr;
}

/// Converts an axis of the file to an axis of an image.
int OnnxReader::image_axis(std::int64_t axis, NodeId x, const char* doing) const {
  const int found = onnx_axis(axis, rank(x));
  if (found == 0) wrong(doing, " the axis of the images, which would mix them");
  return found - 1;
}

// ---- the file -------------------------------------------------------------------------------------------

void OnnxReader::take_initializers() {
  for (const onnx::TensorProto& tensor : file_.initializer()) {
    if (!initializers_.emplace(tensor.name(), &tensor).second) {
      wrong("two initializers are called '", tensor.name(), "'");
    }
  }
  if (file_.sparse_initializer_size() > 0) wrong("has sparse initializers, which are not supported");
}

void OnnxReader::take_input() {
  const onnx::ValueInfoProto* input = nullptr;
  std::string names;
  for (const onnx::ValueInfoProto& candidate : file_.input()) {
    // Old files list the initializers here as well.
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
  values_.emplace(input->name(), OnnxValue{.node = id});
}

/// Marks the nodes that the output depends on; the other nodes are not checked.
void OnnxReader::find_needed_nodes() {
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

Graph OnnxReader::read(const std::filesystem::path& path) {
  try {
    take_initializers();
    take_input();
    find_needed_nodes();
  } catch (const Error& error) {
    fail(error.kind(), path, ": ", std::string_view(error.what()));
  }
  // Constants are read first: exporters place them right before their use, which is too late for nodes that
  // are read together.
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
  return without_dead_nodes(std::move(graph_), output->second.node);
}

}  // namespace certus
