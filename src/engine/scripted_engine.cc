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

void ScriptedEngine::classify(ImageView x, float sigma, const NoiseKey& key, std::uint64_t first,
                              std::span<int> labels) {
  CERTUS_CHECK(x.shape == info_.shape);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const Drawn drawn = noise_->add(key, first + i, sigma, x.pixels, noisy_);
    labels[i] = drawn == Drawn::kSurely ? classifier_(noisy_) : kDoubtful;
  }
}

}  // namespace certus
