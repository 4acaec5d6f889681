#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "certus/logs/certification_log.h"
#include "certus/metrics/estimate.h"
#include "certus/stats/clopper_pearson.h"

namespace certus {

/// What changes from one log to another, certified by two engines or models: b minus a, over the images that
/// both have; there must be one. Images that both treat alike count for nothing, so the fewer images differ,
/// the narrower an interval is.
///
/// Intervals are over the images as a sample of their distribution, with the given confidence, at each point
/// by itself. Those of shares are exact for every number of images (paired_change). That of the mean radius
/// rests on the normal approximation of a mean of many differences.

/// How few and how many images may be of a kind, where rounded radii leave it open.
struct CountRange {
  std::int64_t least = 0;
  std::int64_t most = 0;
};

/// The change of a share, from the images that count in one log only.
///
/// The share of differing images lies in its Clopper-Pearson interval with half of the failure probability.
/// Given which images differ, those that count in b alone are a binomial number of them; their part lies in
/// its own interval with the other half. The change is (2 part - 1) share. Where both
/// intervals hold, it lies between its extremes over the two, which is what comes back. By the union bound
/// that fails with probability at most 1 - confidence.
Estimate paired_change(double at, std::int64_t only_a, std::int64_t only_b, std::int64_t images,
                       double confidence);

/// The interval where the two counts are known to lie in ranges only. It contains that of every pair of
/// counts in them, so it fails no more often than the one of the true counts, whatever chooses them. (The
/// lower bound of the part rises with the images that b wins and falls with those that a wins; the bounds of
/// the share rise with the number of differing images. So the ends of the ranges give the outer bounds.)
Interval paired_change_within(CountRange only_a, CountRange only_b, std::int64_t images, double confidence);

/// The confidence that each of several intervals needs, so that all of them hold at once with the given one
/// (union bound): a band over a grid.
double each_of_several(double confidence, std::size_t intervals);

/// The change of the certified accuracy at each radius. The value counts what the votes prove, as
/// certified_accuracy does. The interval is for the radii before they were rounded: it allows for every
/// radius that a rounded one can stand for.
std::vector<Estimate> certified_accuracy_change(const CertificationLog& a, const CertificationLog& b,
                                                std::span<const double> radii, double confidence);

/// The change of P(p_A >= p) for each p, with n votes per image in either log; the grid must rise.
std::vector<Estimate> p_a_change(const CertificationLog& a, const CertificationLog& b, std::int64_t n,
                                 std::span<const double> grid, double confidence);

/// The change of the average certified radius (average_certified_radius): rounded radii count as the least
/// that they can stand for, and the interval does not allow for the rest. Both logs must have the same
/// images, at least two.
Estimate acr_change(const CertificationLog& a, const CertificationLog& b, double confidence);

}  // namespace certus
