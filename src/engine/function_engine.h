#pragma once

#include <functional>
#include <memory>

#include "certus/engine/engine.h"
#include "certus/noise/noise_source.h"

namespace certus {

/// Any classifier. It sets classes[i], in [0, num_classes), for the i-th image; the images are stored one
/// after the other, channel by channel, row by row. Pixels are in [0, 1] before the noise is added and may
/// leave that range with it; clamping them would void certificates. The class of an image must not depend on
/// the other images.
using ClassifyBatch = std::function<void(std::span<const float> images, std::span<int> classes)>;

struct FunctionEngineOptions {
  std::string name = "function";  ///< goes into manifests
  std::string precision = "unknown";
  int batch = 64;  ///< images per call, at most
  std::shared_ptr<const NoiseSource> noise = gaussian_noise();
};

/// An engine whose votes come from a function. Classes out of range are Errors.
std::unique_ptr<Engine> make_function_engine(const ImageShape& shape, int num_classes, ClassifyBatch classify,
                                             const FunctionEngineOptions& options = {});

}  // namespace certus
