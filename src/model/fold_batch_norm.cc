#include "certus/model/fold_batch_norm.h"

#include <cmath>

#include "certus/base/error.h"

namespace certus {
namespace {

/// Puts y = (conv(x) - mean) / sqrt(var + epsilon) * weight + bias into a new convolution with its own
/// parameters, because the parameters of the graph may be used by several nodes.
ConvOp folded(const Graph& graph, const ConvOp& conv, const BatchNormOp& norm, const std::string& name,
              std::map<std::string, Tensor>& parameters) {
  Tensor weight = graph.parameter(conv.weight);
  const auto out = static_cast<std::size_t>(weight.shape[0]);
  const std::size_t per_channel = weight.values.size() / out;
  Tensor bias{{weight.shape[0]}, std::vector<float>(out)};
  const auto value = [&](const std::string& parameter, std::size_t c) {
    return static_cast<double>(graph.parameter(parameter).values[c]);
  };
  for (std::size_t c = 0; c < out; ++c) {
    const double factor =
        value(norm.weight, c) / std::sqrt(value(norm.running_var, c) + static_cast<double>(norm.epsilon));
    for (std::size_t i = c * per_channel; i < (c + 1) * per_channel; ++i) {
      weight.values[i] = static_cast<float>(static_cast<double>(weight.values[i]) * factor);
    }
    const double before = conv.bias ? value(*conv.bias, c) : 0.0;
    bias.values[c] =
        static_cast<float>((before - value(norm.running_mean, c)) * factor + value(norm.bias, c));
  }
  ConvOp out_op = conv;
  out_op.weight = name + ".weight";
  out_op.bias = name + ".bias";
  parameters[out_op.weight] = std::move(weight);
  parameters[*out_op.bias] = std::move(bias);
  return out_op;
}

}  // namespace

FoldedGraph fold_batch_norm_with_origin(const Graph& graph) {
  const auto& nodes = graph.nodes();
  std::vector<int> readers(nodes.size(), 0);
  for (const Node& node : nodes) {
    for (const NodeId id : node.inputs) ++readers[static_cast<std::size_t>(id)];
  }
  FoldedGraph result;
  Graph& out = result.graph;
  std::vector<NodeId> renamed;  // by old node
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    std::vector<NodeId> inputs;
    for (const NodeId id : nodes[i].inputs) inputs.push_back(renamed[static_cast<std::size_t>(id)]);
    // A convolution is held back until the batch norm after it is read, and is then added with its weights.
    const bool waits = i + 1 < nodes.size() && readers[i] == 1 &&
                       std::holds_alternative<ConvOp>(nodes[i].operation) &&
                       std::holds_alternative<BatchNormOp>(nodes[i + 1].operation) &&
                       nodes[i + 1].inputs[0] == static_cast<NodeId>(i);
    if (waits) {
      const auto& conv = std::get<ConvOp>(nodes[i].operation);
      const auto& norm = std::get<BatchNormOp>(nodes[i + 1].operation);
      std::string name = join_text("folded.", i);
      while (graph.parameters.contains(name + ".weight") || graph.parameters.contains(name + ".bias"))
        name += '_';
      ConvOp joined = folded(graph, conv, norm, name, out.parameters);
      result.norms.push_back({conv, norm, joined.weight, *joined.bias});
      const NodeId id = out.add(nodes[i].name, std::move(joined), std::move(inputs));
      renamed.push_back(id);
      renamed.push_back(id);
      ++i;
    } else {
      for (const std::string& name : parameters_of(nodes[i].operation))
        out.parameters[name] = graph.parameter(name);
      renamed.push_back(out.add(nodes[i].name, nodes[i].operation, std::move(inputs)));
    }
  }
  return result;
}

Graph fold_batch_norm(const Graph& graph) {
  return fold_batch_norm_with_origin(graph).graph;
}

}  // namespace certus
