#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "certus/model/graph.h"
#include "certus/recipe/training_log.h"

namespace certus {

/// Progress of a run.
struct TrainingProgress {
  enum class Phase { kTrain, kEstimate, kTest };
  Phase phase = Phase::kTrain;
  std::int64_t epoch = 0, epochs = 0;  ///< the epoch under way, from 0, and the number of epochs
  std::int64_t done = 0, total = 0;    ///< images of this phase
  double loss = 0.0, accuracy = 0.0;   ///< means over the epoch so far
  double images_per_second = 0.0;
  double seconds_left = 0.0;  ///< of the whole run at the pace of this epoch; 0: not known yet
};

/// Follows a run, and may stop it.
struct TrainingObserver {
  std::function<void(const TrainingProgress&)> on_progress = [](const TrainingProgress&) {};
  std::function<void(const EpochRow&)> on_epoch = [](const EpochRow&) {};
  std::function<void(const std::string&)> on_note = [](const std::string&) {};
  std::atomic<bool>* stop = nullptr;  ///< raised: stop after the step under way, resumable
};

struct TrainingResult {
  bool finished = false;  ///< otherwise it was stopped; its last checkpoint has everything
  Graph graph;            ///< with the weights reached
  std::int64_t step = 0;
};

}  // namespace certus
