#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace certus {

/// Mean norms of the images that the network finds easy (p_A > 1/2) and hard (all others).
struct EasyAndHard {
  std::int64_t easy = 0, hard = 0;             ///< images
  std::optional<double> norm_easy, norm_hard;  ///< empty where there are none
  std::optional<double> ratio;                 ///< norm_easy / norm_hard
};

/// @param correct  by image, of `samples` draws: p_A is the share of the label
EasyAndHard easy_and_hard(std::span<const std::int64_t> correct, std::int64_t samples,
                          std::span<const double> norms);

/// Means over the images whose p_A lies in the same of `bins` equal parts of [0, 1]; NaN for
/// parts without images.
std::vector<double> means_by_p(std::span<const std::int64_t> correct, std::int64_t samples,
                               std::span<const double> values, std::size_t bins);

/// A quantile over the images of the same part: the smallest value v among them such that at least `share` of
/// them are v or less; NaN for parts without images. share in (0, 1].
std::vector<double> quantiles_by_p(std::span<const std::int64_t> correct, std::int64_t samples,
                                   std::span<const double> values, std::size_t bins, double share);

}  // namespace certus
