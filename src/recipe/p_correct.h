#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "certus/data/image.h"
#include "certus/engine/engine.h"
#include "certus/smooth/vote_counter.h"

namespace certus {

/// How often a base classifier is right under noise, image by image. Training discards and weights images
/// by these estimates, and soft labels are made from them. They are plain relative frequencies of few
/// draws, not certificates.

/// The view of an image that an estimate looks at. Called by several workers at a time.
using ViewSource = std::function<Image(std::int64_t image)>;

struct EstimateParams {
  double sigma = 0.5;              ///< noise level, for pixels in [0, 1]
  std::int64_t samples = 100;      ///< draws per image
  std::uint64_t seed = 0;          ///< of the noise
  std::uint64_t first_sample = 0;  ///< draws are [first_sample, first_sample + samples) of the image's stream
};

/// The key of an image's noise in estimates.
NoiseKey estimate_key(std::uint64_t seed, std::int64_t image);

/// How a long estimate is watched and stopped.
struct EstimateControl {
  /// Called now and then, never by two workers at once, with the number of draws made since its last call.
  std::function<void(std::int64_t)> on_draws = {};
  std::atomic<bool>* stop = nullptr;  ///< raised: Interrupted is thrown and all counts are lost
};

/// The votes of one image.
struct ImageVotes {
  int label = 0;
  Votes votes;
  /// Draws that were classified as the label says. A confidently wrong image has few.
  std::int64_t correct() const { return votes.counts.at(static_cast<std::size_t>(label)); }
};

/// Votes of every image, in the order of `images`. Every worker has one engine and takes one image at a
/// time. The noise is that of (seed, image, Purpose::kEstimate), so that the result is the same for any
/// number of workers.
std::vector<ImageVotes> estimate_votes(std::span<const std::unique_ptr<Engine>> engines,
                                       const ViewSource& views, std::span<const std::int64_t> images,
                                       const EstimateParams& params, const EstimateControl& control = {});

/// For every image, the number of draws that were classified as its label says. A draw with non-finite
/// logits never is.
std::vector<std::int64_t> count_correct(std::span<const std::unique_ptr<Engine>> engines,
                                        const ViewSource& views, std::span<const std::int64_t> images,
                                        const EstimateParams& params, const EstimateControl& control = {});

}  // namespace certus
