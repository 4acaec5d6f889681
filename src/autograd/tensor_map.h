#pragma once

#include <ATen/ATen.h>

#include <map>
#include <string>

namespace certus {

/// Tensors by the names of a graph's parameters.
using TensorMap = std::map<std::string, at::Tensor>;

}  // namespace certus
