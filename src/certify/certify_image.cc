#include "certus/certify/certify_image.h"

#include <utility>

#include "certus/base/entropy.h"
#include "certus/base/error.h"
#include "certus/procedure/top_class.h"
#include "certus/smooth/procedure_task.h"

namespace certus {
namespace {

void check_image(const ImageView& image, const ImageShape& expected) {
  if (image.shape != expected) {
    fail(ErrorKind::kConfig, "the image is ", shape_text(image.shape), ", expected ", shape_text(expected),
         " (channels x height x width), which the classifier takes");
  }
  if (image.pixels.size() != expected.size()) {
    fail(ErrorKind::kConfig, "the image has ", image.pixels.size(), " numbers, expected ", expected.size(),
         " for ", shape_text(expected));
  }
  for (const float pixel : image.pixels) {
    if (pixel >= 0.0F && pixel <= 1.0F) continue;
    fail(ErrorKind::kConfig, "the image has a pixel of ", pixel,
         ", expected numbers in [0, 1]; normalization is part of the classifier");
  }
}

}  // namespace

std::unique_ptr<VoteCounter> open_classifier(const std::filesystem::path& model,
                                             const ClassifierOptions& options) {
  return make_vote_counter(load_model(model, options.model).graph, options.engine, options.workers);
}

std::unique_ptr<VoteCounter> classifier_of(const ImageShape& shape, int num_classes, ClassifyBatch classify,
                                           const FunctionEngineOptions& options) {
  std::vector<std::unique_ptr<Engine>> engines;
  engines.push_back(make_function_engine(shape, num_classes, std::move(classify), options));
  return std::make_unique<VoteCounter>(std::move(engines), 256);
}

CertificationRecord certify_image(VoteCounter& classifier, ImageView image, const Procedure& procedure,
                                  std::int64_t index, std::optional<std::uint64_t> seed) {
  check_image(image, classifier.info().shape);
  procedure.check_can_answer();
  check_noise_suffices(procedure, image.pixels.size());
  return run_on_image(procedure, classifier,
                      {.shape = image.shape, .pixels = {image.pixels.begin(), image.pixels.end()}}, index,
                      seed.value_or(system_entropy()));
}

CertificationRecord certify_image(VoteCounter& classifier, ImageView image, const Budget& budget) {
  return certify_image(classifier, image, *top_class_procedure(100, budget));
}

}  // namespace certus
