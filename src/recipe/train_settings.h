#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "certus/base/config.h"
#include "certus/data/training_views.h"
#include "certus/recipe/schedule.h"
#include "certus/recipe/sphere_attack_params.h"

namespace certus {

/// The settings of the training loop, one struct for each table of a configuration;
/// config.read<NoiseSettings>() gives their values. Those of methods are in method_settings.h. Epochs count
/// from 0 everywhere. Settings without a default have no meaningful value here.

struct RunSettings {
  std::uint64_t seed = 0;
  void describe(Parameters& p);
};

struct DataSettings {
  std::string name;
  Augmentation augment = Augmentation::kNone;
  void describe(Parameters& p);
};

struct ModelSettings {
  std::string arch;
  std::string normalization;  ///< empty: that of the data set
  std::string start_from;     ///< model file; empty: fresh weights
  void describe(Parameters& p);
};

struct NoiseSettings {
  double sigma = 0.0;
  std::int64_t copies = 1;
  void describe(Parameters& p);
};

/// Of the table [train].
struct LoopSettings {
  std::string method;
  std::int64_t epochs = 0;
  std::int64_t batch = 256;
  std::int64_t images = 0;                  ///< 0: all
  std::int64_t with_replacement_from = -1;  ///< -1: when discard or reweight starts
  void describe(Parameters& p);
};

struct OptimizerSettings {
  Schedule schedule;
  double momentum = 0.9;
  double weight_decay = 1e-4;
  void describe(Parameters& p);
};

struct TestSettings {
  std::int64_t every = 1;  ///< 0: never
  std::int64_t skip = 1;
  void describe(Parameters& p);
};

struct CheckpointSettings {
  std::int64_t keep_every = 50;  ///< 0: only the last and the best are kept
  std::int64_t every_steps = 0;  ///< 0: only at the end of an epoch
  void describe(Parameters& p);
};

struct EasyFocusSettings {
  std::int64_t start_epoch = 0;
  void describe(Parameters& p);
};

/// What an estimate of votes looks at.
enum class EstimateViews {
  kAugmented,  ///< one augmented view of each image
  kPlain,      ///< the image itself
};

struct DiscardSettings {
  bool on = false;
  std::int64_t start_epoch = -1;  ///< -1: that of EasyFocusSettings
  double below = 0.4;
  std::int64_t samples = 100;
  EstimateViews views = EstimateViews::kAugmented;
  std::string p_correct;  ///< file of an estimate; empty: training makes its own
  void describe(Parameters& p);
};

struct ReweightSettings {
  bool on = false;
  std::int64_t start_epoch = -1;  ///< -1: that of EasyFocusSettings
  std::int64_t every = 10;
  std::int64_t samples = 16;
  double alpha = 0.1;
  double floor = 0.75;
  EstimateViews views = EstimateViews::kAugmented;
  void describe(Parameters& p);
};

struct SphereAttackSettings {
  bool on = false;
  std::int64_t start_epoch = -1;  ///< -1: that of EasyFocusSettings
  std::int64_t steps = 4;
  double step_size = 0.25;
  SphereAttackParams::Norm norm = SphereAttackParams::Norm::kL2;
  void describe(Parameters& p);
};

/// Every setting of training: those of the loop, then those of each method in the order of methods().
std::vector<Parameter> train_settings();

}  // namespace certus
