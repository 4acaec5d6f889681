#pragma once

#include <ATen/ATen.h>

#include <vector>

#include "certus/autograd/network_mode.h"
#include "certus/autograd/tensor_map.h"
#include "certus/model/graph.h"

namespace certus {

/// What one node makes of its inputs, by libtorch's own operations. Tensors have the batch axis in front;
/// constants have a batch of 1.
///
/// @param may_overwrite  whether the first input is scratch: nobody else reads it, and gives_scratch says so
at::Tensor execute_operation(const Node& node, const TensorMap& parameters,
                             const std::vector<at::Tensor>& inputs, NetworkMode mode, bool may_overwrite);

/// Whether a relu or a sum may write over the result, when it is the only reader of that result:
/// convolutions, norms, sums and linear layers do not need their results again, not even for gradients.
bool gives_scratch(const Operation& operation);

}  // namespace certus
