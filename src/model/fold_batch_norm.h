#pragma once

#include "certus/model/graph.h"

namespace certus {

/// The same function with fewer nodes: a batch norm whose input is a convolution that nobody else reads
/// becomes part of that convolution's weight and bias. Equal up to the rounding of float32; factors are
/// computed in double. It has only the parameters it reads. For inference only.
Graph fold_batch_norm(const Graph& graph);

/// A convolution that took a batch norm into its weight and bias, and what these were made of.
struct FoldedNorm {
  ConvOp conv;
  BatchNormOp norm;
  std::string weight, bias;  ///< names in the folded graph
};

/// The folded graph with the origin of its parameters: those of `norms` were computed, all others are as they
/// were.
struct FoldedGraph {
  Graph graph;
  std::vector<FoldedNorm> norms;
};
FoldedGraph fold_batch_norm_with_origin(const Graph& graph);

}  // namespace certus
