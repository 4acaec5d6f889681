#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "certus/model/graph.h"

namespace certus {

/// min(max(x, 0), high)
struct Activation {
  float high = std::numeric_limits<float>::infinity();
  friend bool operator==(const Activation&, const Activation&) = default;
};

/// One step of executing a network: an operation together with everything that could be fused into it.
struct LoweredStep {
  NodeId node = 0;                      ///< the node that has this operation
  std::vector<std::size_t> inputs;      ///< values it reads
  std::optional<std::size_t> residual;  ///< a value added to the result, before the activation
  std::optional<Activation> activation;
  std::size_t output = 0;   ///< the value it writes
  Tensor weight;            ///< of convolutions and linear layers; columns have the order of the value read
  std::vector<float> bias;  ///< likewise; zeros where the network has none
};

/// A network as a list of steps. Values with three axes are stored as height, width, channel; all others in
/// the order of their axes. Value 0 is the image, normalized if the network begins with a normalization. The
/// last step writes the logits.
struct LoweredNetwork {
  Graph graph;                         ///< batch norm folded; steps refer to its nodes
  std::vector<float> mean, deviation;  ///< of the normalization of value 0; empty: none
  std::vector<Shape> values;
  std::vector<LoweredStep> steps;
};

/// Lowers a classifier. Batch norms become part of convolutions. Sums and activations become part of the
/// convolution or linear layer before them. Nodes that do not reach the logits are removed. The normalization
/// is applied to the image itself: as part of the first convolution's weights it would be wrong at padded
/// borders, where zeros are padded after the normalization. The result is equal to the graph up to the
/// rounding of float32.
LoweredNetwork lower(const Graph& graph);

/// Whether the operation, which is a pooling or mean, is the mean over all pixels of every channel.
bool is_global_average(const Node& node, const Shape& input);

}  // namespace certus
