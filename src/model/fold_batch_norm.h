#pragma once

#include "certus/model/graph.h"

namespace certus {

/// The same function with fewer nodes: a batch norm becomes part of the weight and bias of the convolution
/// before it, if nothing else reads that convolution. The result is equal up to the rounding of float32;
/// factors are computed in double. The new graph has only the parameters that it reads. For inference only.
Graph fold_batch_norm(const Graph& graph);

/// A convolution that took a batch norm into its weight and bias, and the parameters that these
/// were made from.
struct FoldedNorm {
  ConvOp conv;
  BatchNormOp norm;
  std::string weight, bias;  ///< names in the folded graph
};

/// The folded graph with the origin of its parameters: those in `norms` were computed, all
/// others are unchanged.
struct FoldedGraph {
  Graph graph;
  std::vector<FoldedNorm> norms;
};
FoldedGraph fold_batch_norm_with_origin(const Graph& graph);

}  // namespace certus
