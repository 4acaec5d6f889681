#include "certus/autograd/conv_units.h"

#include <algorithm>
#include <set>

#include "certus/autograd/blocked_convolution.h"
#include "certus/base/error.h"

namespace certus {
namespace {

/// Finds the unit that begins with each convolution.
class Matcher {
 public:
  Matcher(const Graph& graph, NetworkMode mode) : graph_(graph), mode_(mode), readers_(graph.nodes().size()) {
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
      for (const NodeId id : graph.nodes()[i].inputs)
        readers_[static_cast<std::size_t>(id)].push_back(static_cast<NodeId>(i));
    }
  }

  std::vector<ConvUnit> units() {
    std::vector<ConvUnit> units;
    for (std::size_t i = 0; i < graph_.nodes().size(); ++i) {
      if (const auto unit = unit_at(static_cast<NodeId>(i))) {
        units.push_back(*unit);
        results_.insert(unit->output);
      }
    }
    return units;
  }

  const std::vector<NodeId>& readers(NodeId id) const { return readers_[static_cast<std::size_t>(id)]; }

 private:
  template <typename Op>
  const Op* is(NodeId id) const {
    return std::get_if<Op>(&graph_.node(id).operation);
  }

  /// The only reader of a node, if that is an Op.
  template <typename Op>
  std::optional<NodeId> followed_by(NodeId id) const {
    const auto& all = readers(id);
    if (all.size() != 1 || !is<Op>(all[0])) return std::nullopt;
    return all[0];
  }

  std::optional<ConvUnit> unit_at(NodeId id) const {
    const auto* conv = is<ConvOp>(id);
    if (!conv) return std::nullopt;
    ConvUnit unit{.conv = id, .input = graph_.node(id).inputs[0], .output = id};
    const Shape& input = graph_.node(unit.input).shape;
    if (!BlockedConvolution::supports(*conv, input, graph_.node(id).shape)) return std::nullopt;
    if (mode_ == NetworkMode::kTrain && !conv->bias) {
      unit.norm = followed_by<BatchNormOp>(id);
      unit.output = unit.norm.value_or(id);
    }
    if (const auto sum = followed_by<ArithmeticOp>(unit.output)) {
      const auto& operands = graph_.node(*sum).inputs;
      const NodeId other = operands[0] == unit.output ? operands[1] : operands[0];
      // The other operand is computed already. Where it comes later, its unit takes the sum.
      if (is<ArithmeticOp>(*sum)->kind == ArithmeticOp::Kind::kAdd && results_.contains(other) &&
          graph_.node(other).shape == graph_.node(unit.output).shape) {
        unit.residual = other;
        unit.output = *sum;
      }
    }
    if (const auto relu = followed_by<ReluOp>(unit.output)) {
      unit.relu = true;
      unit.output = *relu;
    }
    return unit;
  }

  const Graph& graph_;
  NetworkMode mode_;
  std::vector<std::vector<NodeId>> readers_;
  std::set<NodeId> results_;  ///< of units found so far
};

std::vector<NodeId> nodes_of(const Graph& graph, const ConvUnit& unit) {
  std::vector<NodeId> nodes;
  for (NodeId id = unit.output; id != unit.conv;) {
    nodes.push_back(id);
    const auto& inputs = graph.node(id).inputs;
    id = inputs.size() == 2 && inputs[0] == unit.residual ? inputs[1] : inputs[0];
  }
  nodes.push_back(unit.conv);
  return nodes;
}

/// What the segment takes from outside and what others take from it.
void set_borders(const Graph& graph, const Matcher& matcher, Segment& segment) {
  std::set<NodeId> inside;
  for (const ConvUnit& unit : segment.units) {
    for (const NodeId id : nodes_of(graph, unit)) inside.insert(id);
  }
  for (const ConvUnit& unit : segment.units) {
    if (!inside.contains(unit.input) && !std::ranges::count(segment.inputs, unit.input))
      segment.inputs.push_back(unit.input);
    const auto& readers = matcher.readers(unit.output);
    if (readers.empty() || std::ranges::any_of(readers, [&](NodeId id) { return !inside.contains(id); }))
      segment.outputs.push_back(unit.output);
  }
}

}  // namespace

std::vector<Segment> conv_segments(const Graph& graph, NetworkMode mode) {
  Matcher matcher(graph, mode);
  std::vector<ConvUnit> waiting = matcher.units();
  std::set<NodeId> in_units;
  for (const ConvUnit& unit : waiting) {
    for (const NodeId id : nodes_of(graph, unit)) in_units.insert(id);
  }
  std::vector<Segment> segments;
  std::set<NodeId> done;
  while (done.size() < graph.nodes().size()) {
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
      const auto id = static_cast<NodeId>(i);
      if (in_units.contains(id) || done.contains(id)) continue;
      const auto& inputs = graph.nodes()[i].inputs;
      if (!std::ranges::all_of(inputs, [&](NodeId input) { return done.contains(input); })) continue;
      segments.push_back({.node = id});
      done.insert(id);
    }
    Segment segment;
    std::vector<ConvUnit> later;
    std::set<NodeId> here;
    for (const ConvUnit& unit : waiting) {
      const auto ready = [&](NodeId id) { return done.contains(id) || here.contains(id); };
      if (ready(unit.input) && (!unit.residual || here.contains(*unit.residual))) {
        segment.units.push_back(unit);
        for (const NodeId id : nodes_of(graph, unit)) here.insert(id);
      } else {
        later.push_back(unit);
      }
    }
    // A unit whose residual belongs to an earlier segment is cut into its nodes.
    if (segment.units.empty() && !later.empty()) {
      const auto stuck =
          std::ranges::find_if(later, [&](const ConvUnit& unit) { return done.contains(unit.input); });
      CERTUS_CHECK(stuck != later.end());
      for (const NodeId id : nodes_of(graph, *stuck)) in_units.erase(id);
      later.erase(stuck);
    }
    if (!segment.units.empty()) {
      set_borders(graph, matcher, segment);
      segments.push_back(std::move(segment));
    }
    done.insert(here.begin(), here.end());
    waiting = std::move(later);
  }
  return segments;
}

std::vector<Segment> single_segments(const Graph& graph) {
  std::vector<Segment> segments;
  for (std::size_t i = 0; i < graph.nodes().size(); ++i) segments.push_back({.node = static_cast<NodeId>(i)});
  return segments;
}

}  // namespace certus
