#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "certus/stats/clopper_pearson.h"

namespace certus {

/// `count` of `images`. There are some.
struct CountedShare {
  std::int64_t count = 0;
  std::int64_t images = 0;
};

/// The shares whose mean is one candidate: one share, or those of several seeds.
using Candidate = std::vector<CountedShare>;

/// Interval of the smallest of the candidates' true means: of the true accuracy of the worst class, say. The
/// smallest of several observed shares is too small on average, because it was selected. This interval
/// knows of the selection: with probability at least 1 - alpha it contains the smallest true mean,
/// whichever candidate has it, however the candidates depend on each other.
///
/// The lower end is the smallest lower bound at alpha / 2. It can be wrong only where the bound of the
/// candidate that is truly smallest is wrong. That is one fixed candidate, so alpha is not divided. The upper
/// end is the smallest upper bound at alpha / (2 K), with K candidates: every bound may be the wrong one.
/// Each bound is the mean of one-sided Clopper-Pearson bounds, whose alpha is divided by their number.
Interval interval_of_smallest(std::span<const Candidate> candidates, double alpha);

/// The mirror image: interval of the largest of the candidates' true means, of the best sigma, say. Here the
/// lower bounds are those with alpha / (2 K).
Interval interval_of_largest(std::span<const Candidate> candidates, double alpha);

}  // namespace certus
