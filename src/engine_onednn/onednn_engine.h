#pragma once

#include <memory>

#include "certus/engine/network_engine.h"
#include "certus/engine_onednn/calibration.h"
#include "certus/engine_onednn/integer_program.h"
#include "certus/engine_onednn/program.h"
#include "certus/model/graph.h"

namespace certus {

/// A network prepared once for any number of workers: weights, kernels and the best micro-batch.
struct OnednnNetwork {
  std::shared_ptr<const Program> program;
  EngineInfo info;
};

/// The network in float32. If micro_batch is 0, it is chosen by a quick measurement: it changes the speed,
/// but never a bit of the result (see Step).
OnednnNetwork make_onednn_network(const Graph& graph, int micro_batch = 0);

/// The int8 network that the calibration makes from the graph; it is the same function on every machine.
/// Fails when the calibration belongs to another network (check_scales).
OnednnNetwork make_int8_network(const Graph& graph, const Calibration& calibration, int micro_batch = 0,
                                IntegerKernels kernels = IntegerKernels::kFastest);

/// A separate engine for one worker; it computes with one thread.
std::unique_ptr<NetworkEngine> make_onednn_engine(const OnednnNetwork& network);

}  // namespace certus
