#pragma once

#include <filesystem>
#include <string>

#include "certus/base/config.h"
#include "certus/data/dataset.h"
#include "certus/model/graph.h"
#include "certus/recipe/engine_maker.h"
#include "certus/recipe/training_observer.h"

namespace certus {

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

}  // namespace certus
