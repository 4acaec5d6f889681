#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "certus/base/clock.h"
#include "certus/certify/job.h"
#include "certus/logs/certification_log.h"

namespace certus {

/// What one of several engines made of the same noise.
struct EngineVotes {
  EngineInfo engine;
  CertificationLog log;      ///< of the images as it certifies them
  std::int64_t draws = 0;    ///< all of them, those that choose the class included
  std::int64_t changed = 0;  ///< draws where it votes otherwise than the first engine
  double seconds = 0.0;      ///< it took
};

/// Lets each engine certify the images by CERTIFY of the top class, and compares draw by draw with the first
/// one. The noise is a function of the seed, so each log has the votes that a record of a run with this
/// engine has. Engines take turns image by image: whatever else the machine does hits all alike. `on_draws`
/// is called as VoteCounter's. Throws Interrupted when `stop` of an engine is raised.
std::vector<EngineVotes> compare_engines(std::int64_t n0, const Budget& budget, std::uint64_t seed,
                                         std::span<const std::unique_ptr<VoteCounter>> engines,
                                         const Dataset& data, const std::vector<std::int64_t>& images,
                                         const Clock& clock,
                                         const std::function<void(std::int64_t)>& on_draws);

}  // namespace certus
