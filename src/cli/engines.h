#pragma once

#include <memory>
#include <string>
#include <vector>

#include "certus/engine/network_engine.h"
#include "certus/model/graph.h"

namespace certus::cli {

struct EngineChoice {
  std::string engine;   ///< one of engine_names(), or "auto" for the first of them
  std::string device;   ///< "cpu", or "cuda" where the engine has it
  int micro_batch = 0;  ///< draws computed together; 0: the engine's own choice
  bool fused = false;   ///< with the kernels of training, where the engine has them
};

/// The engines this program was built with, the preferred one first.
const std::vector<std::string>& engine_names();

/// Fails, listing the names, when there is no engine of that name.
void check_engine(const EngineChoice& choice);

/// An engine of that name. Fails, listing the names, when there is none.
std::unique_ptr<NetworkEngine> make_engine(const Graph& graph, const EngineChoice& choice);

}  // namespace certus::cli
