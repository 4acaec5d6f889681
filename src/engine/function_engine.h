#pragma once

#include <functional>
#include <memory>

#include "certus/engine/engine.h"
#include "certus/noise/noise_source.h"

namespace certus {

/// Any classifier: gives classes[i], in [0, num_classes), for the i-th of images that are stored one after
/// the other, channel by channel, row by row. Pixels are in [0, 1] before the noise and may leave that range
/// with it; clamping them would void certificates. What it gives for an image must not depend on the others.
using ClassifyBatch = std::function<void(std::span<const float> images, std::span<int> classes)>;

struct FunctionEngineOptions {
  std::string name = "function";  ///< goes into manifests
  std::string precision = "unknown";
  int batch = 64;  ///< images per call, at most
  std::shared_ptr<const NoiseSource> noise = gaussian_noise();
};

/// An engine that lets a function vote. Classes out of range are Errors.
std::unique_ptr<Engine> make_function_engine(const ImageShape& shape, int num_classes, ClassifyBatch classify,
                                             const FunctionEngineOptions& options = {});

}  // namespace certus
