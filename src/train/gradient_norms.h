#pragma once

#include <cstdint>
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

}  // namespace certus
