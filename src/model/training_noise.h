#pragma once

#include <filesystem>
#include <optional>

namespace certus {

/// The noise that a network was trained with, according to the configuration of its run.
struct TrainingNoise {
  double sigma = 0.0;
  std::filesystem::path config;  ///< the file that says so
};

/// Looks for the config.toml that a training run leaves beside its models, and above its checkpoints. Empty
/// when there is no such file or when it does not say: then nothing is known.
std::optional<TrainingNoise> training_noise(const std::filesystem::path& model);

}  // namespace certus
