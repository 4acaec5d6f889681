#include "certus/model/graph.h"

#include <type_traits>

#include "certus/base/error.h"
#include "certus/model/infer_shape.h"

namespace certus {

std::string_view operation_name(const Operation& operation) {
  static constexpr std::string_view kNames[] = {
      "input",          "constant", "normalize",  "conv",      "batchnorm", "relu",    "leaky relu",
      "sigmoid",        "clip",     "arithmetic", "linear",    "matmul",    "maxpool", "avgpool",
      "global avgpool", "mean",     "reshape",    "transpose", "pad",       "slice",   "concat"};
  static_assert(std::size(kNames) == std::variant_size_v<Operation>);
  return kNames[operation.index()];
}

std::vector<std::string> parameters_of(const Operation& operation) {
  std::vector<std::string> names;
  const auto take = [&](const std::string& name) { names.push_back(name); };
  if (const auto* conv = std::get_if<ConvOp>(&operation)) {
    take(conv->weight);
    if (conv->bias) take(*conv->bias);
  } else if (const auto* linear = std::get_if<LinearOp>(&operation)) {
    take(linear->weight);
    if (linear->bias) take(*linear->bias);
  } else if (const auto* norm = std::get_if<BatchNormOp>(&operation)) {
    for (const auto* name : {&norm->weight, &norm->bias, &norm->running_mean, &norm->running_var})
      take(*name);
  } else if (const auto* constant = std::get_if<ConstantOp>(&operation)) {
    take(constant->value);
  }
  return names;
}

NodeId Graph::add(std::string name, Operation operation, std::vector<NodeId> inputs) {
  std::vector<const Shape*> shapes;
  for (const NodeId id : inputs) {
    CERTUS_CHECK(id >= 0 && id < static_cast<NodeId>(nodes_.size()));
    shapes.push_back(&node(id).shape);
  }
  const bool is_input = std::holds_alternative<InputOp>(operation);
  CERTUS_CHECK(is_input == nodes_.empty());  // the input is the first node and the only one of its kind
  Shape shape;
  try {
    shape = infer_shape(operation, shapes, parameters);
  } catch (const Error& error) {
    fail(error.kind(), "node '", name, "' (", operation_name(operation),
         "): ", std::string_view(error.what()));
  }
  nodes_.push_back({std::move(name), std::move(operation), std::move(inputs), std::move(shape)});
  return static_cast<NodeId>(nodes_.size()) - 1;
}

const Shape& Graph::input_shape() const {
  CERTUS_CHECK(!nodes_.empty());
  return nodes_.front().shape;
}

const Tensor& Graph::parameter(const std::string& name) const {
  const auto found = parameters.find(name);
  if (found == parameters.end()) fail(ErrorKind::kData, "the parameter '", name, "' is missing");
  return found->second;
}

namespace {

bool output_reads_the_input(const Graph& graph) {
  std::vector<bool> reads(graph.nodes().size(), false);
  reads[0] = true;
  for (std::size_t i = 1; i < reads.size(); ++i) {
    for (const NodeId id : graph.nodes()[i].inputs)
      reads[i] = reads[i] || reads[static_cast<std::size_t>(id)];
  }
  return reads.back();
}

}  // namespace

void check_classifier(const Graph& graph, const std::string& where) {
  if (graph.input_shape().size() != 3) {
    fail(ErrorKind::kData, where, ": takes ", shape_text(graph.input_shape()),
         ", expected images as channels x height x width");
  }
  if (graph.output_shape().size() != 1 || graph.output_shape()[0] < 2) {
    fail(ErrorKind::kData, where, ": gives ", shape_text(graph.output_shape()),
         " for an image, expected one logit for each of two classes or more");
  }
  if (!output_reads_the_input(graph))
    fail(ErrorKind::kData, where, ": its output does not depend on the image");
}

std::set<std::string> learned_parameters(const Graph& graph) {
  std::set<std::string> names;  // several nodes may use the same parameter
  for (const Node& node : graph.nodes()) {
    if (std::holds_alternative<ConstantOp>(node.operation)) continue;
    std::vector<std::string> read = parameters_of(node.operation);
    // Weight and bias come first; the running statistics after them are not trained.
    if (std::holds_alternative<BatchNormOp>(node.operation)) read.resize(2);
    names.insert(read.begin(), read.end());
  }
  return names;
}

std::int64_t trainable_count(const Graph& graph) {
  std::int64_t count = 0;
  for (const std::string& name : learned_parameters(graph))
    count += element_count(graph.parameter(name).shape);
  return count;
}

std::int64_t flop_count(const Graph& graph) {
  std::int64_t count = 0;
  for (const Node& node : graph.nodes()) {
    std::int64_t depth = 0;  // number of multiply-adds per number of the result
    if (const auto* conv = std::get_if<ConvOp>(&node.operation)) {
      const Shape& weight = graph.parameter(conv->weight).shape;
      depth = weight[1] * weight[2] * weight[3];
    } else if (const auto* linear = std::get_if<LinearOp>(&node.operation)) {
      depth = graph.parameter(linear->weight).shape[1];
    } else if (std::holds_alternative<MatMulOp>(node.operation)) {
      depth = graph.node(node.inputs[0]).shape.back();
    }
    count += 2 * depth * element_count(node.shape);
  }
  return count;
}

Graph with_normalization(const Graph& graph, const std::vector<float>& mean, const std::vector<float>& std) {
  Graph out;
  out.parameters = graph.parameters;
  for (const Node& node : graph.nodes()) {
    // Every node except the input itself moves back by one; nodes that read the input now read
    // the normalized input.
    std::vector<NodeId> inputs;
    for (const NodeId id : node.inputs) inputs.push_back(id + 1);
    out.add(node.name, node.operation, std::move(inputs));
    if (out.nodes().size() == 1) out.add("normalize", NormalizeOp{mean, std}, {0});
  }
  return out;
}

}  // namespace certus
