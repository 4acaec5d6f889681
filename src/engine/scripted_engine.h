#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "certus/engine/engine.h"
#include "certus/noise/noise_source.h"

namespace certus {

/// An engine whose classifier is a function of the noisy image: for tests, where the truth is known.
class ScriptedEngine : public Engine {
 public:
  using Classifier = std::function<int(std::span<const float>)>;

  ScriptedEngine(ImageShape shape, int num_classes, Classifier classifier,
                 std::shared_ptr<const NoiseSource> noise = gaussian_noise());
  const EngineInfo& info() const override { return info_; }

 private:
  void classify_draws(std::span<const Draw> draws, float sigma, std::span<int> labels) override;

  EngineInfo info_;
  Classifier classifier_;
  std::shared_ptr<const NoiseSource> noise_;
  std::vector<float> noisy_;
};

}  // namespace certus
