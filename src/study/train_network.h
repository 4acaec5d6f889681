#pragma once

#include <filesystem>
#include <string>

#include "certus/data/known_datasets.h"
#include "certus/recipe/engine_maker.h"
#include "certus/recipe/run_request.h"
#include "certus/recipe/training_observer.h"

namespace certus {

/// The request for a training run.
struct TrainingOptions {
  RunRequest run;                  ///< which settings, in which folder
  std::filesystem::path data_dir;  ///< the folder of the data sets; empty: default_data_dir()
  Verify verify = Verify::kPublished;
  std::string device = "cpu";
  int threads = 1;           ///< another number of threads rounds differently
  EngineMaker make_engines;  ///< for p_A of training images
};

/// Trains a network and leaves the files of run_folder.h. Settings and folder are checked before data are
/// opened, and the network before the folder is written to. A run that was stopped or killed, and is resumed
/// with the same number of threads, ends with the same weights, bit for bit on a CPU.
TrainingResult train_network(const TrainingOptions& options, const TrainingObserver& observer);

}  // namespace certus
