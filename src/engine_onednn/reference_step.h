#pragma once

#include <memory>
#include <string>
#include <vector>

#include "certus/engine_onednn/lower.h"
#include "certus/engine_onednn/step.h"

namespace certus {

/// A node computed by the plain loops of model/evaluate_operation.h, to which any operation can fall back.
/// The bits are the same on every processor. Its name is added to `fallbacks` unless it is already there.
std::unique_ptr<Step> make_reference_step(std::shared_ptr<const Graph> graph, NodeId node,
                                          std::vector<std::string>& fallbacks);

}  // namespace certus
