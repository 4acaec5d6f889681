#pragma once

#include <map>
#include <string>
#include <vector>

#include "certus/model/graph.h"

namespace certus {

/// The shape of the result of an operation for one image. Fails, without naming the node, when inputs,
/// parameters and attributes do not fit together.
Shape infer_shape(const Operation& operation, const std::vector<const Shape*>& inputs,
                  const std::map<std::string, Tensor>& parameters);

}  // namespace certus
