#pragma once

#include <filesystem>
#include <vector>

#include "certus/report/figure.h"

namespace certus {

/// A run's train.csv: a row per epoch.
struct TrainingCurve {
  std::string name;           ///< of the run: its folder, or the file where that has no name
  std::vector<double> epoch;  ///< from 0
  std::vector<double> lr, train_loss, train_accuracy, test_loss, test_accuracy, kept_images;
};

/// Reads train.csv: columns are found by name, empty cells are NaN. A last line without an end is left out:
/// the run may still be writing, and may have no epoch yet. Fails, naming line and column, on anything else.
TrainingCurve read_training_curve(const std::filesystem::path& path);

/// Runs of one name, which are the seeds of one training.
struct TrainingSeeds {
  std::size_t runs = 1;
  TrainingCurve mean, low, high;  ///< at the epochs that all of them have
};

/// The runs by name, in the order given.
std::vector<TrainingSeeds> over_seeds(const std::vector<TrainingCurve>& runs);

/// Loss, accuracy under noise and learning rate over the epochs, and the number of images kept where it
/// changes. Each run has at least one epoch; epochs count from 1 here. Several names have one colour each.
/// Runs of one name are its seeds: they are drawn as their mean with a band (for points, error bars) from the
/// lowest to the highest of them, and a note says so.
Figure training_figure(const std::vector<TrainingCurve>& runs);

}  // namespace certus
