#include "certus/autograd/segment_plan.h"

#include <algorithm>

#include "certus/autograd/share_phases.h"

namespace certus {

SegmentPlan::SegmentPlan(const Graph& graph, const Segment& segment, NetworkMode network_mode)
    : mode(network_mode), inputs(segment.inputs.size()) {
  std::map<NodeId, ValueIndex> place;
  const auto add_value = [&](NodeId id) {
    place[id] = shapes.size();
    shapes.push_back(blocked_shape(graph.node(id).shape));
  };
  const auto add_parameter = [&](const std::string& name) {
    parameter_names.push_back(name);
    return inputs + parameter_names.size() - 1;
  };
  for (const NodeId id : segment.inputs) add_value(id);
  for (const ConvUnit& from : segment.units) {
    const auto& conv = std::get<ConvOp>(graph.node(from.conv).operation);
    SegmentUnit unit{
        .convolution = BlockedConvolution(conv, graph.node(from.input).shape, graph.node(from.conv).shape),
        .input = place.at(from.input),
        .output = shapes.size(),
        .relu = from.relu,
        .weight = add_parameter(conv.weight),
        .bias = conv.bias ? add_parameter(*conv.bias) : 0,
        .norm_weight = 0,
        .norm_bias = 0};
    if (from.residual) unit.residual = place.at(*from.residual);
    if (from.norm) {
      const auto& norm = std::get<BatchNormOp>(graph.node(*from.norm).operation);
      unit.epsilon = static_cast<double>(norm.epsilon);
      unit.norm_weight = add_parameter(norm.weight);
      unit.norm_bias = add_parameter(norm.bias);
      unit.running_mean = norm.running_mean;
      unit.running_var = norm.running_var;
    }
    add_value(from.output);
    units.push_back(std::move(unit));
  }
  for (const NodeId id : segment.outputs) outputs.push_back(place.at(id));

  std::vector<std::int64_t> row_floats;
  for (const BlockedShape& shape : shapes) row_floats.push_back(shape.row());
  std::vector<UnitLinks> links;
  for (const SegmentUnit& unit : units) links.push_back({unit.input, unit.output, unit.residual});
  gradients = plan_gradients(row_floats, links, outputs);
}

std::int64_t SegmentPlan::chunk_rows(const SegmentUnit& unit) const {
  if (!trains()) return kFrozenRows;
  constexpr std::int64_t kFloats = 64 * 1024;  // activations should fill a part of L2
  return std::clamp<std::int64_t>(kFloats / shapes[unit.output].row(), 1, 16);
}

void SegmentPlan::make_ready(std::int64_t rows, int shares) {
  for (SegmentUnit& unit : units) {
    const std::int64_t chunk = chunk_rows(unit);
    for (int share = 0; share < shares; ++share) {
      const std::int64_t all = share_of(rows, share, shares).size();
      if (all >= chunk) unit.convolution.make_ready(chunk);
      if (all % chunk != 0) unit.convolution.make_ready(all % chunk);
    }
  }
}

std::int64_t SegmentPlan::chunk_floats() const {
  std::int64_t floats = 0;
  for (const SegmentUnit& unit : units) {
    floats =
        std::max(floats, chunk_rows(unit) * std::max(shapes[unit.output].row(), shapes[unit.input].row()));
  }
  return floats;
}

std::int64_t SegmentPlan::scratch_floats() const {
  std::size_t floats = 0;
  for (const SegmentUnit& unit : units) floats = std::max(floats, unit.convolution.scratch_floats());
  return static_cast<std::int64_t>(floats);
}

}  // namespace certus
