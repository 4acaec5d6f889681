#pragma once

#include <span>
#include <vector>

#include "certus/logs/certification_log.h"
#include "certus/metrics/estimate.h"

namespace certus {

/// What changes from one log to another of the same images, certified by two engines or models: b minus a.
/// Images that both treat alike count for nothing, so the fewer images differ, the narrower an interval is.
///
/// Intervals are over the images as a sample of their distribution, with the given confidence, at each point
/// by itself. Those of shares are exact: a change is the share of images that only b reaches minus the share
/// that only a reaches, each within its Clopper-Pearson interval with half of the failure probability. That
/// of the mean radius rests on the normal approximation of a mean of many differences. Both logs must have
/// the same images.

/// The change of the certified accuracy at each radius; radii must rise.
std::vector<Estimate> certified_accuracy_change(const CertificationLog& a, const CertificationLog& b,
                                                std::span<const double> radii, double confidence);

/// The change of P(p_A >= p) for each p, with n votes per image in either log; the grid must rise.
std::vector<Estimate> p_a_change(const CertificationLog& a, const CertificationLog& b, std::int64_t n,
                                 std::span<const double> grid, double confidence);

/// The change of the average certified radius. There must be at least two images.
Estimate acr_change(const CertificationLog& a, const CertificationLog& b, double confidence);

}  // namespace certus
