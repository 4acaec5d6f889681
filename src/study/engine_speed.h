#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "certus/engine/engine.h"
#include "certus/kernels/peak_rate.h"
#include "certus/model/model_file.h"
#include "certus/report/document.h"
#include "certus/study/studied_engines.h"

namespace certus {

/// Which speeds are measured: those of every model with every engine.
struct SpeedStudy {
  std::vector<std::string> models;  ///< files, or names of architectures, which get fresh weights
  ModelOptions model_options;       ///< of the files
  StudiedEngines engines;
  double seconds = 3.0;  ///< spent on each model with each engine, at least
  std::function<void(const std::string&)> on_step = [](const std::string&) {};  ///< "lenet, onednn int8"
};

/// The speed of one engine with one model.
struct EngineSpeed {
  std::string model;
  EngineChoice choice;
  EngineInfo info;
  double images_per_second = 0.0;  ///< noisy images
  double ops_per_second = 0.0;     ///< as direct convolutions need them
};

struct SpeedReport {
  std::int64_t threads = 0;  ///< at most one per core
  PeakRate peak;             ///< of that many threads
  std::vector<EngineSpeed> speeds;
};

/// Measures speeds, and before and after them the peak of the processor. Fails when there is no such model or
/// engine.
SpeedReport measure_speeds(const SpeedStudy& study);

Document speed_document(const SpeedReport& report);

}  // namespace certus
