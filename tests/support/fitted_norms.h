#pragma once

#include "certus/model/graph.h"

namespace certus::test {

/// The graph as after some training: the running statistics of its batch norms are those of a few noisy
/// pictures, so that every layer has numbers of a usual size and pictures remain different to the end.
Graph with_fitted_norms(Graph graph, float sigma);

}  // namespace certus::test
