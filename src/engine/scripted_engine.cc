#include "certus/engine/scripted_engine.h"

#include "certus/base/error.h"

namespace certus {

ScriptedEngine::ScriptedEngine(ImageShape shape, int num_classes, Classifier classifier,
                               std::shared_ptr<const NoiseSource> noise)
    : info_{.name = "scripted",
            .precision = "float32",
            .shape = shape,
            .num_classes = num_classes,
            .is_one_function = true},
      classifier_(std::move(classifier)),
      noise_(std::move(noise)),
      noisy_(shape.size()) {}

void ScriptedEngine::classify_draws(std::span<const Draw> draws, float sigma, std::span<int> labels) {
  for (std::size_t i = 0; i < draws.size(); ++i) {
    const auto& [x, key, sample] = draws[i];
    CERTUS_CHECK(x.shape == info_.shape);
    const Drawn drawn = noise_->add(key, sample, sigma, x.pixels, noisy_);
    labels[i] = drawn == Drawn::kSurely ? classifier_(noisy_) : kDoubtful;
  }
}

}  // namespace certus
