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

/// One step of executing a network: an operation with what could be fused into it.
struct LoweredStep {
  NodeId node = 0;                      ///< whose operation it is
  std::vector<std::size_t> inputs;      ///< values it reads
  std::optional<std::size_t> residual;  ///< a value added to the result, before the activation
  std::optional<Activation> activation;
  std::size_t output = 0;   ///< the value it writes
  Tensor weight;            ///< of convolutions and linear layers; columns in the order of the value read
  std::vector<float> bias;  ///< likewise; zeros where the network has none
};

/// A network in steps. Values of three axes lie in memory as height, width, channel, all others in the order
/// of their axes. Value 0 is the image, normalized where the network begins so; the last step writes the
/// logits.
struct LoweredNetwork {
  Graph graph;                         ///< batch norm folded; steps refer to its nodes
  std::vector<float> mean, deviation;  ///< of the normalization of value 0; empty: none
  std::vector<Shape> values;
  std::vector<LoweredStep> steps;
};

/// Lowers a classifier: batch norms become part of convolutions, sums and activations of the convolution or
/// linear layer before them, nodes that do not reach the logits vanish. The normalization of the image is
/// applied to the image itself: as part of the first convolution's weights it would be wrong at padded
/// borders, where zeros are padded after it. Equal to the graph up to the rounding of float32.
LoweredNetwork lower(const Graph& graph);

/// Whether the operation, a pooling or mean, is the mean over all pixels of every channel.
bool is_global_average(const Node& node, const Shape& input);

}  // namespace certus
