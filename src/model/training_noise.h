#pragma once

#include <filesystem>
#include <optional>

namespace certus {

/// The noise a network was trained with, as the configuration of its run says.
struct TrainingNoise {
  double sigma = 0.0;
  std::filesystem::path config;  ///< the file that says so
};

/// Looks for the config.toml that a training run leaves beside its models, and above its checkpoints. Empty
/// where there is none, or none that says: then nothing is known.
std::optional<TrainingNoise> training_noise(const std::filesystem::path& model);

}  // namespace certus
