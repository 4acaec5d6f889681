#pragma once

#include <span>
#include <vector>

#include "certus/logs/certification_log.h"
#include "certus/metrics/estimate.h"

namespace certus {

/// What changes from one log to another of the same images, certified by two engines or models: b minus a.
/// Images that both treat alike count for nothing, so an interval is as narrow as few images differ.
///
/// Intervals are over the images as a sample of their distribution, with the given confidence, at each point
/// by itself. Those of shares are exact: a change is the share of images that only b reaches minus the share
/// that only a reaches, each within its Clopper-Pearson interval with half of what may fail. That of the mean
/// radius rests on the normal approximation of a mean of many differences. Both logs must have the same
/// images.

/// Of the certified accuracy at each radius; radii must rise.
std::vector<Estimate> certified_accuracy_change(const CertificationLog& a, const CertificationLog& b,
                                                std::span<const double> radii, double confidence);

/// Of P(p_A >= p) for each p, with n votes an image in either; the grid must rise.
std::vector<Estimate> p_a_change(const CertificationLog& a, const CertificationLog& b, std::int64_t n,
                                 std::span<const double> grid, double confidence);

/// Of the average certified radius. At least two images.
Estimate acr_change(const CertificationLog& a, const CertificationLog& b, double confidence);

}  // namespace certus
