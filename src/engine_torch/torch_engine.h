#pragma once

#include <memory>
#include <string>

#include "certus/engine/network_engine.h"
#include "certus/model/graph.h"

namespace certus {

struct TorchEngineOptions {
  std::string device = "cpu";  ///< or "cuda", "cuda:1" where libtorch has it
  int micro_batch = 0;         ///< draws computed together; 0: as many as suit the size of the images
};

/// Executes a network with libtorch in float32, batch norm folded into convolutions: the reference. On a CPU
/// each engine computes with one thread; make one engine per core.
///
/// Memory: the weights, and for a micro-batch the input, the logits and at most the activations of two
/// neighbouring layers plus open shortcuts.
std::unique_ptr<NetworkEngine> make_torch_engine(const Graph& graph, const TorchEngineOptions& options = {});

}  // namespace certus
