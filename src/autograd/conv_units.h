#pragma once

#include <optional>
#include <vector>

#include "certus/autograd/network_mode.h"
#include "certus/model/graph.h"

namespace certus {

/// Nodes that are computed as one: relu(norm(convolution(input)) + residual), where all but the convolution
/// may be absent.
struct ConvUnit {
  NodeId conv = 0;
  std::optional<NodeId> norm;
  std::optional<NodeId> residual;  ///< what is added: the result of an earlier unit of the same segment
  bool relu = false;
  NodeId input = 0;
  NodeId output = 0;  ///< the last node of the unit
};

/// A step of executing a graph: one node by libtorch's operations, or units that follow from each other.
struct Segment {
  std::optional<NodeId> node;
  std::vector<ConvUnit> units;  ///< in order of computation; empty where `node` is given
  std::vector<NodeId> inputs;   ///< earlier nodes that the units read
  std::vector<NodeId> outputs;  ///< nodes of the units that later nodes read
};

/// Cuts a graph into segments, in order of computation, with as many nodes in units as the patterns cover.
/// Batch norms belong to units in kTrain only: for other uses they are folded away beforehand.
std::vector<Segment> conv_segments(const Graph& graph, NetworkMode mode);

/// Makes every node a segment of its own.
std::vector<Segment> single_segments(const Graph& graph);

}  // namespace certus
