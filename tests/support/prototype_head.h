#pragma once

#include "certus/model/graph.h"

namespace certus::test {

/// The graph, which ends in a linear layer of a vector, as a classifier that knows something: class c is what
/// picture c of block_pictures looks like, by the nearest mean of what the last layer sees under this noise.
/// Fresh weights alone vote for one class whatever they see.
Graph with_prototype_head(Graph graph, float sigma);

}  // namespace certus::test
