#pragma once

#include <memory>

#include "certus/engine_onednn/lower.h"
#include "certus/engine_onednn/step.h"

namespace certus {

/// A node by the plain loops of model/evaluate_operation.h: what any operation falls back to. The same bits
/// on every processor.
std::unique_ptr<Step> make_reference_step(std::shared_ptr<const Graph> graph, NodeId node);

}  // namespace certus
