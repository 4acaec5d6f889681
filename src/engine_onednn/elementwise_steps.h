#pragma once

#include <memory>

#include "certus/engine_onednn/step.h"
#include "certus/model/graph.h"

namespace certus {

/// relu, leaky relu or clip of `count` numbers per image, or the sum, difference, product or quotient of two
/// values of the same shape. Null for any other operation.
std::unique_ptr<Step> make_elementwise_step(const Node& node, std::int64_t count);

}  // namespace certus
