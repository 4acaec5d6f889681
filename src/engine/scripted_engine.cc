#include "certus/engine/scripted_engine.h"

#include "certus/base/error.h"
#include "certus/noise/gaussian.h"

namespace certus {

ScriptedEngine::ScriptedEngine(ImageShape shape, int num_classes, Classifier classifier)
    : info_{.name = "scripted", .precision = "float32", .shape = shape, .num_classes = num_classes},
      classifier_(std::move(classifier)),
      noisy_(shape.size()) {}

void ScriptedEngine::classify(ImageView x, float sigma, const NoiseKey& key, std::uint64_t first,
                              std::span<int> labels) {
  CERTUS_CHECK(x.shape == info_.shape);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    add_gaussian(key, first + i, sigma, x.pixels, noisy_);
    labels[i] = classifier_(noisy_);
  }
}

}  // namespace certus
