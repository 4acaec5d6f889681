#pragma once

#include <cstdint>

namespace certus {

/// The least number of n votes that is at least this share of them: 40 of 100 at a share of 0.4, although
/// 0.4 is no binary fraction.
std::int64_t least_count(double share, std::int64_t n);

/// How the paper's training method prefers easy images: its sampling weight grows with the radius certified
/// from a handful of votes. `correct` of `n` noisy copies were classified right; n = 16 and alpha = 0.1 in
/// the paper.
struct SamplingWeightParams {
  std::int64_t n = 16;
  double alpha = 0.1;
  double p_min = 0.75;  ///< share of correct copies below which all images weigh the same
};

/// As the published code has it, and as training uses it: Phi^-1(LCB(max(correct, ceil(p_min n)))). Only
/// ratios matter; they run from 1 to 7.2 for the defaults.
double sampling_weight(std::int64_t correct, const SamplingWeightParams& params);

/// As the paper prints it: max(1, Phi^-1(LCB(correct)) / Phi^-1(p_min)). Its ratios end at 1.64: the printed
/// formula divides by the quantile of p_min itself instead of that of its lower bound (docs/paper-errata.md).
double sampling_weight_as_printed(std::int64_t correct, const SamplingWeightParams& params);

}  // namespace certus
