#pragma once

#include <memory>
#include <vector>

#include "certus/base/config.h"
#include "certus/train/method.h"

namespace certus {

struct CatRsParams {
  enum class Confidence {
    kVotes,       ///< share of the copies that the network in training classifies correctly
    kSoftLabels,  ///< the soft label's share of the label
  };
  double radius = 1.0;  ///< of the attack on the noise, l2
  std::int64_t steps = 4;
  double lambda = 1.0;  ///< weight of the worst case
  Confidence confidence = Confidence::kVotes;
  std::int64_t double_radius_epoch = 10000;  ///< from it on the radius is doubled
};

/// A draw from Binomial(copies, confidence_b) for each image, made from `copies` uniforms each: exactly
/// `copies` at confidence 1, exactly 0 at confidence 0.
at::Tensor accepted_copies(const std::vector<double>& confidence, std::int64_t copies,
                           const StepRandom& random);

/// By image: the sum of the smallest accepted_b cross entropies, at least one, divided by the number of
/// copies, not by accepted_b.
///
/// @param cross_entropies  copies x images
at::Tensor easiest_copies_loss(const at::Tensor& cross_entropies, const at::Tensor& accepted);

/// By image: the largest KL(soft label; softmax) among its copies.
///
/// @param logits  copies x images x classes
at::Tensor worst_copy_loss(const at::Tensor& logits, const at::Tensor& soft_labels);

std::unique_ptr<Method> make_catrs(const CatRsParams& params);

/// Jeong, Kim and Shin, "Confidence-aware training of smoothed classifiers for certified robustness", 2023:
/// images that are hard under noise are trained on their easiest copies; easy images are also trained on
/// their worst attacked copy.
std::unique_ptr<Method> catrs_method(const Config& config);

}  // namespace certus
