#pragma once

#include "certus/model/graph.h"

namespace certus::test {

/// Batch norm that does something: fresh ones are all but the identity.
inline Graph with_lively_norms(Graph graph) {
  for (auto& [name, tensor] : graph.parameters) {
    if (name.ends_with("running_mean") || name.ends_with("running_var") ||
        name.find("bn") != std::string::npos) {
      for (std::size_t i = 0; i < tensor.values.size(); ++i) {
        tensor.values[i] += 0.3F * static_cast<float>(i % 5) * (name.ends_with("mean") ? -1.0F : 1.0F);
      }
    }
  }
  return graph;
}

}  // namespace certus::test
