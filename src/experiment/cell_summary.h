#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace certus {

/// What the summary.json of a finished cell says; ResultFolder::finish wrote it.
struct CellSummary {
  std::string method;
  std::string varied;  ///< "sphere_attack.steps=4", several with ", "; empty: nothing
  double sigma = 0.0;
  std::int64_t seed = 0;
  std::int64_t n = 0;  ///< votes per image
  double acr = 0.0;
  double accuracy = 0.0;                                ///< certified at radius 0
  std::optional<double> kept_images;                    ///< of training, in the last epoch
  std::optional<double> train_accuracy, test_accuracy;  ///< under noise, in the last epoch
};

/// Fails, naming the file, when it is missing or is not the summary of a cell.
CellSummary read_cell_summary(const std::filesystem::path& cell_folder);

}  // namespace certus
