#pragma once

#include <span>
#include <vector>

#include "certus/model/graph.h"

namespace certus::test {

/// What the graph computes for one image, node after node in double: the reference that engines and files are
/// compared with. Slow, and as close to the definitions of the operations as evaluate_operation.
std::vector<double> reference_logits(const Graph& graph, std::span<const float> image);

}  // namespace certus::test
