#include "certus/engine/function_engine.h"

#include <algorithm>
#include <utility>

#include "certus/base/error.h"

namespace certus {
namespace {

class FunctionEngine final : public Engine {
 public:
  FunctionEngine(const ImageShape& shape, int num_classes, ClassifyBatch classify,
                 const FunctionEngineOptions& options)
      : info_{.name = options.name,
              .precision = options.precision,
              .shape = shape,
              .num_classes = num_classes,
              .micro_batch = options.batch},
        classify_(std::move(classify)),
        noise_(options.noise) {}

  const EngineInfo& info() const override { return info_; }

 private:
  void classify_draws(std::span<const Draw> draws, float sigma, std::span<int> labels) override {
    const std::size_t pixels = info_.shape.size();
    const auto batch = static_cast<std::size_t>(info_.micro_batch);
    for (std::size_t begin = 0; begin < draws.size(); begin += batch) {
      const std::size_t count = std::min(batch, draws.size() - begin);
      images_.resize(count * pixels);
      drawn_.resize(count);
      for (std::size_t i = 0; i < count; ++i) {
        const Draw& draw = draws[begin + i];
        drawn_[i] = noise_->add(draw.key, draw.sample, sigma, draw.x.pixels,
                                std::span(images_).subspan(i * pixels, pixels));
      }
      const auto classes = labels.subspan(begin, count);
      std::fill(classes.begin(), classes.end(), kNoVote);
      classify_(images_, classes);
      for (std::size_t i = 0; i < count; ++i) {
        if (classes[i] < kNoVote || classes[i] >= info_.num_classes) {
          fail(ErrorKind::kData, "the classifier gave class ", classes[i], ", expected one from 0 to ",
               info_.num_classes - 1, ", or -1 for none");
        }
        if (drawn_[i] != Drawn::kSurely) classes[i] = kDoubtful;
      }
    }
  }

  EngineInfo info_;
  ClassifyBatch classify_;
  std::shared_ptr<const NoiseSource> noise_;
  std::vector<float> images_;
  std::vector<Drawn> drawn_;
};

}  // namespace

std::unique_ptr<Engine> make_function_engine(const ImageShape& shape, int num_classes, ClassifyBatch classify,
                                             const FunctionEngineOptions& options) {
  if (shape.channels < 1 || shape.height < 1 || shape.width < 1) {
    fail(ErrorKind::kConfig, "images of ", shape_text(shape),
         ", expected at least one channel, row and column");
  }
  if (num_classes < 1) fail(ErrorKind::kConfig, num_classes, " classes, expected at least 1");
  if (options.batch < 1)
    fail(ErrorKind::kConfig, "batches of ", options.batch, " images, expected at least 1");
  if (!classify) fail(ErrorKind::kConfig, "the classifier is an empty function");
  return std::make_unique<FunctionEngine>(shape, num_classes, std::move(classify), options);
}

}  // namespace certus
