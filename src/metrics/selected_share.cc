#include "certus/metrics/selected_share.h"

#include <algorithm>

#include "certus/base/error.h"

namespace certus {
namespace {

double mean_lower(const Candidate& candidate, double alpha) {
  const auto shares = static_cast<double>(candidate.size());
  double sum = 0.0;
  for (const CountedShare& share : candidate)
    sum += clopper_pearson_lower(share.count, share.images, alpha / shares).p;
  return sum / shares;
}

double mean_upper(const Candidate& candidate, double alpha) {
  const auto shares = static_cast<double>(candidate.size());
  double sum = 0.0;
  for (const CountedShare& share : candidate)
    sum += clopper_pearson_upper(share.count, share.images, alpha / shares).p;
  return sum / shares;
}

}  // namespace

Interval interval_of_smallest(std::span<const Candidate> candidates, double alpha) {
  CERTUS_CHECK(!candidates.empty());
  const auto number = static_cast<double>(candidates.size());
  Interval interval{1.0, 1.0};
  for (const Candidate& candidate : candidates) {
    interval.lower = std::min(interval.lower, mean_lower(candidate, alpha / 2.0));
    interval.upper = std::min(interval.upper, mean_upper(candidate, alpha / (2.0 * number)));
  }
  return interval;
}

Interval interval_of_largest(std::span<const Candidate> candidates, double alpha) {
  std::vector<Candidate> others(candidates.begin(), candidates.end());
  for (Candidate& candidate : others) {
    for (CountedShare& share : candidate) share.count = share.images - share.count;
  }
  const Interval smallest = interval_of_smallest(others, alpha);
  return {1.0 - smallest.upper, 1.0 - smallest.lower};
}

}  // namespace certus
