#pragma once

#include <memory>
#include <string>
#include <vector>

#include "certus/engine/network_engine.h"
#include "certus/engine_onednn/calibration.h"
#include "certus/model/graph.h"

namespace certus::cli {

struct EngineChoice {
  std::string engine;             ///< one of engine_names(), or "auto" for the first of them that can
  std::string device;             ///< "cpu", or "cuda" where the engine has it
  std::string precision = "f32";  ///< or "int8", which needs scales
  std::shared_ptr<const Calibration> scales;
  int micro_batch = 0;  ///< draws computed together; 0: the engine's own choice
  std::shared_ptr<const NoiseSource> noise = gaussian_noise();
};

/// The engines, the preferred one first.
const std::vector<std::string>& engine_names();

/// Every precision of every engine that is there and is what was asked for, an empty precision being each;
/// without scales.
/// Fails as check_engine does when there is none.
std::vector<EngineChoice> matching_engines(const EngineChoice& asked);

/// Whose float32 the others are measured against: libtorch's where its module is there, whose numbers are
/// those of the field.
const std::string& reference_engine();

/// Fails, listing the names and what each has, when no engine is what was asked for.
void check_engine(const EngineChoice& choice);

/// So many engines of that name for one network, one a worker. Fails as check_engine does.
std::vector<std::unique_ptr<NetworkEngine>> make_engines(const Graph& graph, const EngineChoice& choice,
                                                         std::int64_t workers);

}  // namespace certus::cli
