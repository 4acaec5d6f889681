#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "certus/model/tensor.h"
#include "certus/recipe/training_set.h"

namespace certus {

/// Everything a run needs to continue as if it had never stopped. Everything random in training is a function
/// of the seed, the epoch and positions in that epoch, so there is no generator to save; the learning rate
/// follows from epoch and step.
struct TrainingState {
  std::map<std::string, Tensor> parameters;           ///< of the network, running statistics included
  std::map<std::string, std::string> model_metadata;  ///< so that load_model reads the file; not read back
  std::map<std::string, Tensor> velocity;             ///< of the optimizer; empty before the first step

  std::int64_t epoch = 0;       ///< finished epochs; this is the epoch under way when next_batch > 0
  std::int64_t next_batch = 0;  ///< finished batches of that epoch
  std::int64_t step = 0;        ///< optimizer steps done

  // Sums over the images of the finished batches of the epoch under way.
  std::int64_t images_seen = 0;
  double loss_sum = 0.0, correct_sum = 0.0;
  double train_seconds = 0.0, epoch_seconds = 0.0;

  DrawState draws;

  double best_accuracy = -1.0;  ///< on the test images so far
  std::int64_t threads = 1;     ///< another number of threads rounds differently
};

/// Writes the state as one safetensors file, whole or not at all.
/// @param binding  what the state belongs to (configuration, data, ...): read_checkpoint requires the same
void write_checkpoint(const std::filesystem::path& path, const TrainingState& state,
                      const std::map<std::string, std::string>& binding);

/// Reads it back. Fails, naming the field, when the binding differs, and when something is missing or
/// damaged.
TrainingState read_checkpoint(const std::filesystem::path& path,
                              const std::map<std::string, std::string>& binding);

}  // namespace certus
