#include "certus/engine_onednn/image_step.h"

namespace certus {
namespace {

class ImageStep : public Step {
 public:
  ImageStep(const Shape& shape, const std::vector<float>& mean, const std::vector<float>& deviation)
      : channels_(static_cast<std::size_t>(shape[0])),
        pixels_(static_cast<std::size_t>(shape[1] * shape[2])),
        mean_(mean),
        factor_(channels_, 1.0F) {
    mean_.resize(channels_, 0.0F);
    for (std::size_t c = 0; c < deviation.size(); ++c) factor_[c] = 1.0F / deviation[c];
  }

  std::string kernel() const override { return "image"; }

  void run(std::int64_t images, const StepMemory& memory) const override {
    const float* x = as<float>(memory.inputs[0]);
    float* y = as<float>(memory.output);
    for (std::int64_t i = 0; i < images; ++i, y += channels_ * pixels_) {
      for (std::size_t c = 0; c < channels_; ++c, x += pixels_) {
        for (std::size_t p = 0; p < pixels_; ++p) y[p * channels_ + c] = (x[p] - mean_[c]) * factor_[c];
      }
    }
  }

 private:
  std::size_t channels_, pixels_;
  std::vector<float> mean_, factor_;
};

}  // namespace

std::unique_ptr<Step> make_image_step(const Shape& shape, const std::vector<float>& mean,
                                      const std::vector<float>& deviation) {
  return std::make_unique<ImageStep>(shape, mean, deviation);
}

}  // namespace certus
