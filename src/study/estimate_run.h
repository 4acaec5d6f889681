#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "certus/data/training_views.h"
#include "certus/model/model_file.h"
#include "certus/recipe/estimate_table.h"
#include "certus/recipe/p_correct.h"
#include "certus/recipe/start.h"
#include "certus/recipe/training_set.h"

namespace certus {

/// Progress of a table that grows.
struct EstimateProgress {
  std::int64_t images_done = 0, images_total = 0;
  double draws_per_second = 0.0;
  double seconds_left = 0.0;
};

/// A table of votes of training images.
struct EstimateRun {
  EstimateKind kind = EstimateKind::kPCorrect;
  std::filesystem::path table;
  Start start = Start::kNew;
  EstimateParams params;
  std::int64_t images = 0;                          ///< only the first ones, this many; 0: all
  Augmentation augmentation = Augmentation::kNone;  ///< how images are seen
  EngineMaker make_engines = {};                    ///< who votes; imported tables need none
  std::function<void(const EstimateProgress&)> on_progress = [](const EstimateProgress&) {};
  std::atomic<bool>* stop = nullptr;  ///< raised: stop, resumable
};

struct EstimateResult {
  bool finished = false;  ///< otherwise it was stopped; a resumed run continues where the table ends
  std::int64_t images_done = 0, images_total = 0;
};

/// Counts the votes of the model for every image and writes them into the table. Threads and resuming change
/// nothing. Fails when the model does not take the images, and when the table exists and `start` is new.
EstimateResult estimate_images(const Model& model, const Dataset& data, const EstimateRun& run);

/// Makes the table from a NumPy file with the share of correct draws of each image of `data`, each a whole
/// number of params.samples draws.
void import_estimates(const std::filesystem::path& file, const Dataset& data, const EstimateRun& run);

}  // namespace certus
