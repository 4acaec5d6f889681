#pragma once

#include <span>

#include "certus/model/graph.h"

namespace certus {

/// The result of one operation of a graph for one image: the definition of the operation as plain loops. For
/// engines that have no kernel of their own, and for tests that compare kernels with it.
///
/// Inputs and outputs are float or double, row-major; the computation is in double. Sums have one fixed
/// order, nothing is contracted, and no function of a C library is used except the square root, which IEEE
/// 754 defines. So the bits are the same on every machine.
///
/// @param inputs  one tensor per input of the node, with the shape of that input; for InputOp the image
/// @param output  as many elements as node.shape has; must not overlap an input
template <typename Number>
void evaluate_operation(const Node& node, const Graph& graph, std::span<const std::span<const Number>> inputs,
                        std::span<Number> output);

extern template void evaluate_operation(const Node&, const Graph&, std::span<const std::span<const float>>,
                                        std::span<float>);
extern template void evaluate_operation(const Node&, const Graph&, std::span<const std::span<const double>>,
                                        std::span<double>);

}  // namespace certus
