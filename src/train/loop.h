#pragma once

#include "certus/recipe/training_job.h"

namespace certus {

/// Trains. Makes the folder and leaves in it config.toml, manifest.json, train.csv and
/// checkpoint/{last,best,epoch-N}.safetensors. A configuration that cannot be trained fails before anything
/// is written, and the message names the remedy.
///
/// On a CPU, a run that was stopped or killed at any time and resumed with the same configuration, data,
/// thread count and build ends with the same weights, bit for bit, as a run that was not stopped: everything
/// random is a function of the seed and of places in the run.
TrainingResult run_training(const TrainingJob& job);

}  // namespace certus
