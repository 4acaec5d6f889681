#pragma once

#include "certus/model/graph.h"

namespace certus {

/// The same function with fewer nodes: a batch norm whose input is a convolution that nobody else reads
/// becomes part of that convolution's weight and bias. Equal up to the rounding of float32; factors are
/// computed in double. It has only the
/// parameters it reads. For inference only.
Graph fold_batch_norm(const Graph& graph);

}  // namespace certus
