#pragma once

#include <cstdint>

namespace certus {

/// The smallest number of votes that is at least this share of n votes: 40 of 100 at a share of 0.4, although
/// 0.4 is not a binary fraction.
std::int64_t least_count(double share, std::int64_t n);

/// How the paper's training method prefers easy images: the sampling weight of an image grows with the radius
/// certified from a handful of votes. `correct` of `n` noisy copies were classified correctly; the paper uses
/// n = 16 and alpha = 0.1.
struct SamplingWeightParams {
  std::int64_t n = 16;
  double alpha = 0.1;
  double p_min = 0.75;  ///< share of correct copies below which all images weigh the same
};

/// The formula of the published code, which training uses: Phi^-1(LCB(max(correct, ceil(p_min n)))). Only
/// ratios matter; they range from 1 to 7.2 for the defaults.
double sampling_weight(std::int64_t correct, const SamplingWeightParams& params);

/// The formula that the paper prints: max(1, Phi^-1(LCB(correct)) / Phi^-1(p_min)). Its ratios end at
/// 1.64, because the printed formula divides by the quantile of p_min itself instead of the quantile of
/// its lower bound (docs/paper-errata.md).
double sampling_weight_as_printed(std::int64_t correct, const SamplingWeightParams& params);

}  // namespace certus
