#include "certus/engine/checked_engine.h"

#include "certus/base/error.h"

namespace certus {

CheckedEngine::CheckedEngine(std::unique_ptr<Engine> under_test, std::unique_ptr<Engine> reference,
                             double allowed_share)
    : under_test_(std::move(under_test)),
      reference_(std::move(reference)),
      info_(under_test_->info()),
      allowed_share_(allowed_share) {
  const EngineInfo& other = reference_->info();
  if (info_.shape != other.shape || info_.num_classes != other.num_classes) {
    fail(ErrorKind::kEngine, info_.name, " and ", other.name,
         " take different images or classes; two models?");
  }
}

void CheckedEngine::classify_draws(std::span<const Draw> draws, float sigma, std::span<int> labels) {
  under_test_->classify(draws, sigma, labels);
  expected_.resize(labels.size());
  reference_->classify(draws, sigma, expected_);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    ++draws_;
    if (labels[i] == expected_[i]) continue;
    ++different_;
    const double allowed = allowed_share_ > 0.0 ? 10.0 + allowed_share_ * static_cast<double>(draws_) : 0.0;
    if (static_cast<double>(different_) <= allowed) continue;
    fail(ErrorKind::kEngine, info_.name, " and ", reference_->info().name, " differ in ", different_, " of ",
         draws_, " draws, expected at most ", 100.0 * allowed_share_, " %; last in image ",
         draws[i].key.image, ", draw ", draws[i].sample, ": votes ", labels[i], " and ", expected_[i]);
  }
}

}  // namespace certus
