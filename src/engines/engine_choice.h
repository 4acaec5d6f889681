#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "certus/noise/noise_source.h"

namespace certus {

struct Calibration;
struct Graph;
class NetworkEngine;
class VoteCounter;

/// What executes a network, and how.
struct EngineChoice {
  std::string engine = "auto";    ///< one of engine_names(), or "auto" for the first of them that can
  std::string device = "cpu";     ///< or "cuda" where the engine has it
  std::string precision = "f32";  ///< or "int8", which needs scales
  std::shared_ptr<const Calibration> scales;
  int micro_batch = 0;  ///< draws computed together; 0: the engine's own choice
  std::shared_ptr<const NoiseSource> noise = gaussian_noise();
};

/// The engines, the preferred one first.
const std::vector<std::string>& engine_names();

/// Every precision of every engine that is there and is what was asked for (an empty precision asks for
/// each), without scales. Fails as check_engine does when there is none.
std::vector<EngineChoice> matching_engines(const EngineChoice& asked);

/// Whose float32 the others are measured against: libtorch's where its module is there, whose numbers are
/// those of the field.
const std::string& reference_engine();

/// Fails, listing the names and what each has, when no engine is what was asked for.
void check_engine(const EngineChoice& choice);

/// Engines for one network, one per worker. Fails as check_engine does.
std::vector<std::unique_ptr<NetworkEngine>> make_engines(const Graph& graph, const EngineChoice& choice,
                                                         std::int64_t workers);

/// As many workers as suit the device: one per core, and one for a GPU, which a second would only share.
std::int64_t usual_workers(const EngineChoice& choice);

/// The network as that many workers execute it (usual_workers unless given).
std::unique_ptr<VoteCounter> make_vote_counter(const Graph& graph, const EngineChoice& choice,
                                               std::optional<std::int64_t> workers = {},
                                               std::int64_t batch = 256);

}  // namespace certus
