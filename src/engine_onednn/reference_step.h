#pragma once

#include <memory>
#include <string>
#include <vector>

#include "certus/engine_onednn/lower.h"
#include "certus/engine_onednn/step.h"

namespace certus {

/// A node by the plain loops of model/evaluate_operation.h: what any operation falls back to. The same bits
/// on every processor. Its name joins `fallbacks` unless it is there.
std::unique_ptr<Step> make_reference_step(std::shared_ptr<const Graph> graph, NodeId node,
                                          std::vector<std::string>& fallbacks);

}  // namespace certus
