#pragma once

#include <span>

#include "certus/model/graph.h"

namespace certus {

/// What one operation of a graph gives for one image: the definition of the operation as plain loops, for
/// engines that have no kernel of their own and for tests that compare kernels with it.
///
/// Numbers come and go as float or double, row-major, and are computed with in double; sums run in one fixed
/// order, nothing is contracted, and no function of a C library takes part but the square root, which
/// IEEE 754 defines: the bits are the same on every machine.
///
/// @param inputs  one tensor for every input of the node, of the shape of that input; for InputOp the image
/// @param output  as many elements as node.shape has; overlaps no input
template <typename Number>
void evaluate_operation(const Node& node, const Graph& graph, std::span<const std::span<const Number>> inputs,
                        std::span<Number> output);

extern template void evaluate_operation(const Node&, const Graph&, std::span<const std::span<const float>>,
                                        std::span<float>);
extern template void evaluate_operation(const Node&, const Graph&, std::span<const std::span<const double>>,
                                        std::span<double>);

}  // namespace certus
