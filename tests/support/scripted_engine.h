#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "certus/base/error.h"
#include "certus/engine/engine.h"
#include "certus/noise/noise_source.h"

namespace certus::test {

/// An engine whose classifier is a function of the noisy image, so that the truth is known.
class ScriptedEngine : public Engine {
 public:
  using Classifier = std::function<int(std::span<const float>)>;

  ScriptedEngine(ImageShape shape, int num_classes, Classifier classifier,
                 std::shared_ptr<const NoiseSource> noise = gaussian_noise())
      : info_{.name = "scripted",
              .precision = "float32",
              .shape = shape,
              .num_classes = num_classes,
              .is_one_function = true},
        classifier_(std::move(classifier)),
        noise_(std::move(noise)),
        noisy_(shape.size()) {}

  const EngineInfo& info() const override { return info_; }

 private:
  void classify_draws(std::span<const Draw> draws, float sigma, std::span<int> labels) override {
    for (std::size_t i = 0; i < draws.size(); ++i) {
      const auto& [x, key, sample] = draws[i];
      CERTUS_CHECK(x.shape == info_.shape);
      const Drawn drawn = noise_->add(key, sample, sigma, x.pixels, noisy_);
      labels[i] = drawn == Drawn::kSurely ? classifier_(noisy_) : kDoubtful;
    }
  }

  EngineInfo info_;
  Classifier classifier_;
  std::shared_ptr<const NoiseSource> noise_;
  std::vector<float> noisy_;
};

}  // namespace certus::test
