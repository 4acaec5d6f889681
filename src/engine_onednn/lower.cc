#include "certus/engine_onednn/lower.h"

#include <algorithm>
#include <map>

#include "certus/model/fold_batch_norm.h"

namespace certus {
namespace {

template <typename Op>
const Op* as(const Node& node) {
  return std::get_if<Op>(&node.operation);
}

/// Nodes that are computed together in one step.
struct Unit {
  NodeId node = 0, last = 0;
  std::vector<NodeId> inputs;
  std::optional<NodeId> residual;
  std::optional<Activation> activation;
};

class Lowering {
 public:
  explicit Lowering(Graph graph) : graph_(std::move(graph)), readers_(graph_.nodes().size()) {
    std::vector<bool> is_needed(readers_.size(), false);
    is_needed.back() = true;
    for (NodeId id = count() - 1; id >= 0; --id) {
      if (!is_needed[index(id)]) continue;
      needed_.insert(needed_.begin(), id);
      for (const NodeId input : graph_.node(id).inputs) {
        is_needed[index(input)] = true;
        readers_[index(input)].push_back(id);
      }
    }
  }

  LoweredNetwork run() {
    LoweredNetwork network;
    for (const NodeId id : needed_) take(id, network);
    // Ordered by the last node of each unit: everything that a unit reads has been computed by then.
    std::map<NodeId, std::size_t> value_of;
    const auto add_value = [&](NodeId id) {
      network.values.push_back(graph_.node(id).shape);
      return value_of[id] = network.values.size() - 1;
    };
    add_value(image_);
    for (const auto& [last, unit] : units_) {
      LoweredStep step{.node = unit.node, .activation = unit.activation};
      for (const NodeId input : unit.inputs) step.inputs.push_back(value_of.at(input));
      if (unit.residual) step.residual = value_of.at(*unit.residual);
      add_parameters(unit, step);
      step.output = add_value(last);
      network.steps.push_back(std::move(step));
    }
    network.graph = std::move(graph_);
    return network;
  }

 private:
  static std::size_t index(NodeId id) { return static_cast<std::size_t>(id); }
  NodeId count() const { return static_cast<NodeId>(graph_.nodes().size()); }

  bool is_read_only_by(NodeId id, NodeId reader) const {
    return readers_[index(id)] == std::vector<NodeId>{reader};
  }

  /// The unit whose result is that of the node, if it is a convolution or linear layer and only
  /// `reader` reads it.
  Unit* weighted_unit_before(NodeId reader, NodeId id) {
    const auto found = units_.find(id);
    if (found == units_.end() || !is_read_only_by(id, reader)) return nullptr;
    const Node& node = graph_.node(found->second.node);
    const bool is_vector_layer = as<LinearOp>(node) != nullptr && node.shape.size() == 1;
    return as<ConvOp>(node) != nullptr || is_vector_layer ? &found->second : nullptr;
  }

  void extend(Unit& unit, NodeId last) {
    auto entry = units_.extract(unit.last);
    entry.key() = entry.mapped().last = last;
    units_.insert(std::move(entry));
  }

  void take(NodeId id, LoweredNetwork& network) {
    const Node& node = graph_.node(id);
    if (as<InputOp>(node) != nullptr) {
      image_ = id;
    } else if (!(take_normalization(id, network) || take_sum(id) || take_activation(id))) {
      units_[id] = {.node = id, .last = id, .inputs = {unflattened_inputs(id)}};
    }
  }

  bool take_normalization(NodeId id, LoweredNetwork& network) {
    const NormalizeOp* const norm = as<NormalizeOp>(graph_.node(id));
    const bool is_first = network.mean.empty() && norm != nullptr && graph_.node(id).inputs[0] == image_;
    if (!is_first || !is_read_only_by(image_, id)) return false;
    network.mean = norm->mean;
    network.deviation = norm->std;
    image_ = id;
    return true;
  }

  /// If two convolutions are added, the later one takes the sum, because the other result is
  /// available by then.
  bool take_sum(NodeId id) {
    const Node& node = graph_.node(id);
    const ArithmeticOp* const op = as<ArithmeticOp>(node);
    if (op == nullptr || op->kind != ArithmeticOp::Kind::kAdd || node.inputs[0] == node.inputs[1] ||
        graph_.node(node.inputs[0]).shape != graph_.node(node.inputs[1]).shape) {
      return false;
    }
    const NodeId later = std::max(node.inputs[0], node.inputs[1]);
    const NodeId earlier = std::min(node.inputs[0], node.inputs[1]);
    for (const auto& [operand, other] : {std::pair(later, earlier), std::pair(earlier, later)}) {
      Unit* const unit = weighted_unit_before(id, operand);
      const bool is_plain_convolution = unit != nullptr && !unit->residual && !unit->activation &&
                                        as<ConvOp>(graph_.node(unit->node)) != nullptr;
      if (!is_plain_convolution) continue;
      unit->residual = other;
      extend(*unit, id);
      return true;
    }
    return false;
  }

  bool take_activation(NodeId id) {
    const Node& node = graph_.node(id);
    const ClipOp* const clip = as<ClipOp>(node);
    if (as<ReluOp>(node) == nullptr && (clip == nullptr || clip->low != 0.0F || clip->high <= 0.0F))
      return false;
    Unit* const unit = weighted_unit_before(id, node.inputs[0]);
    if (unit == nullptr || unit->activation) return false;
    unit->activation = clip != nullptr ? Activation{clip->high} : Activation{};
    extend(*unit, id);
    return true;
  }

  /// A linear layer after a flattening reads the value before the flattening: only its columns
  /// need another order.
  std::vector<NodeId> unflattened_inputs(NodeId id) {
    const Node& node = graph_.node(id);
    if (as<LinearOp>(node) == nullptr) return node.inputs;
    const NodeId flat = node.inputs[0];
    const Node& before = graph_.node(flat);
    if (as<ReshapeOp>(before) == nullptr || before.shape.size() != 1 || image_ == before.inputs[0] ||
        graph_.node(before.inputs[0]).shape.size() != 3 || !is_read_only_by(flat, id)) {
      return node.inputs;
    }
    units_.erase(flat);
    return before.inputs;
  }

  void add_parameters(const Unit& unit, LoweredStep& step) const {
    const Node& node = graph_.node(unit.node);
    const ConvOp* const conv = as<ConvOp>(node);
    const LinearOp* const linear = as<LinearOp>(node);
    if (conv == nullptr && linear == nullptr) return;
    step.weight = graph_.parameter(conv != nullptr ? conv->weight : linear->weight);
    const auto& bias = conv != nullptr ? conv->bias : linear->bias;
    step.bias.resize(static_cast<std::size_t>(step.weight.shape[0]), 0.0F);
    if (bias) step.bias = graph_.parameter(*bias).values;
    if (unit.inputs != node.inputs) reorder_columns(step.weight, graph_.node(unit.inputs[0]).shape);
  }

  /// Changes the order from channel, height, width to height, width, channel.
  static void reorder_columns(Tensor& weight, const Shape& image) {
    const std::vector<float> before = weight.values;
    const std::int64_t channels = image[0], pixels = image[1] * image[2], columns = weight.shape[1];
    for (std::int64_t row = 0; row < weight.shape[0]; ++row) {
      for (std::int64_t c = 0; c < channels; ++c) {
        for (std::int64_t p = 0; p < pixels; ++p) {
          weight.values[static_cast<std::size_t>(row * columns + p * channels + c)] =
              before[static_cast<std::size_t>(row * columns + c * pixels + p)];
        }
      }
    }
  }

  Graph graph_;
  std::vector<std::vector<NodeId>> readers_;
  std::vector<NodeId> needed_;  ///< in order
  NodeId image_ = 0;
  std::map<NodeId, Unit> units_;  ///< by their last node
};

}  // namespace

LoweredNetwork lower(const Graph& graph) {
  return Lowering(fold_batch_norm(graph)).run();
}

bool is_global_average(const Node& node, const Shape& input) {
  if (input.size() != 3) return false;
  if (as<GlobalAveragePoolOp>(node) != nullptr) return true;
  if (const ReduceMeanOp* const mean = as<ReduceMeanOp>(node)) return mean->axes == std::vector<int>{1, 2};
  const AveragePoolOp* const pool = as<AveragePoolOp>(node);
  return pool != nullptr && pool->window.kernel == std::array{input[1], input[2]} &&
         pool->window.pad == std::array<std::int64_t, 4>{} && element_count(node.shape) == input[0];
}

}  // namespace certus
