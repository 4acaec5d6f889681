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

/// Lets each engine do the job, of certifying, on the images and compares draw by draw with the first one.
/// The noise is that of the job, so each log has the votes that a record of the job with this engine has.
/// Engines take turns image by image: whatever else the machine does hits all alike. `on_draws` is called as
/// VoteCounter's. Throws Interrupted when an engine's `stop` is raised.
std::vector<EngineVotes> compare_engines(const Job& job,
                                         std::span<const std::unique_ptr<VoteCounter>> engines,
                                         const Dataset& data, const std::vector<std::int64_t>& images,
                                         const Clock& clock,
                                         const std::function<void(std::int64_t)>& on_draws);

}  // namespace certus
