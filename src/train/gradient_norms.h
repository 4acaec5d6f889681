#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "certus/model/graph.h"
#include "certus/train/p_correct.h"

namespace certus {

/// How much an image moves the network in a step of training: the l2 norm of the gradient of the cross
/// entropy under noise with respect to all learned parameters, of that image alone (a batch of one, batch
/// norm with running statistics). "Average certified radius is a poor metric for randomized smoothing" (2025)
/// compares easy and hard images by it.

struct GradientParams {
  double sigma = 0.5;
  std::int64_t draws = 1;          ///< noise draws an image
  std::uint64_t seed = 0;          ///< of the noise
  std::uint64_t first_sample = 0;  ///< draws are [first_sample, first_sample + draws) of the image's stream
  int workers = 1;                 ///< threads; changes nothing but the time
};

/// The norm of every image, in the order of `images`: the mean over its draws. With first_sample beyond the
/// draws of an estimate the two are independent.
std::vector<double> gradient_norms(const Graph& network, const ViewSource& views,
                                   std::span<const std::int64_t> images, const GradientParams& params,
                                   const EstimateControl& control = {});

/// Mean norms of the images that the network finds easy (p_A > 1/2) and hard (all others).
struct EasyAndHard {
  std::int64_t easy = 0, hard = 0;             ///< images
  std::optional<double> norm_easy, norm_hard;  ///< empty where there are none
  std::optional<double> ratio;                 ///< norm_easy / norm_hard
};

/// @param correct  by image, of `samples` draws: p_A is the share of the label
EasyAndHard easy_and_hard(std::span<const std::int64_t> correct, std::int64_t samples,
                          std::span<const double> norms);

/// Means over the images whose p_A lies in the same of `bins` equal parts of [0, 1]; NaN for parts without
/// any.
std::vector<double> means_by_p(std::span<const std::int64_t> correct, std::int64_t samples,
                               std::span<const double> values, std::size_t bins);

}  // namespace certus
