#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "certus/base/config.h"
#include "certus/data/dataset.h"
#include "certus/model/graph.h"
#include "certus/recipe/training_log.h"
#include "certus/recipe/training_set.h"

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

/// A network to train, the data to train it on, and the folder for the results.
struct TrainingJob {
  const Config& config;  ///< of train_settings()
  const Dataset& train;
  const Dataset& test;
  Graph graph;                   ///< initial weights; normalization is its first node
  std::filesystem::path folder;  ///< of the run
  std::string device = "cpu";
  int threads = 1;
  bool resume = false;       ///< continue from the folder's last checkpoint, if there is one
  EngineMaker make_engines;  ///< for p_A of training images
  TrainingObserver observer = {};
};

struct TrainingResult {
  bool finished = false;  ///< otherwise it was stopped; its last checkpoint has everything
  Graph graph;            ///< with the weights reached
  std::int64_t step = 0;
};

}  // namespace certus
