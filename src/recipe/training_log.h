#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace certus {

/// One finished epoch.
struct EpochRow {
  std::int64_t epoch = 0;  ///< from 0
  std::int64_t step = 0;   ///< optimizer steps done since the beginning
  double seconds = 0.0;    ///< of this epoch, its estimates and test pass included
  double lr = 0.0;         ///< of its last step
  double train_loss = 0.0;
  double train_accuracy = 0.0;                     ///< share of noisy copies classified correctly
  std::optional<double> test_loss, test_accuracy;  ///< under one noise draw per image; empty: no test pass
  std::int64_t kept_images = 0;                    ///< size of the set that is drawn from
  double images_per_second = 0.0;                  ///< training images, without estimates and test pass
};

/// train.csv of a run: a header, then a line per epoch.
class TrainingLog {
 public:
  /// Starts the file. If it exists, the first `keep_rows` epochs stay (those that a checkpoint has finished)
  /// and what follows them is cut off.
  TrainingLog(std::filesystem::path path, std::int64_t keep_rows);

  void append(const EpochRow& row);

 private:
  std::filesystem::path path_;
  std::string content_;
};

}  // namespace certus
