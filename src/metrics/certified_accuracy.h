#pragma once

#include <span>
#include <vector>

#include "certus/logs/certification_log.h"
#include "certus/metrics/estimate.h"

namespace certus {

/// Certified accuracy at each radius: #{correct and radius >= r} / #all images of the log. Abstentions count
/// as errors; radius 0 is inclusive, so the value there is the clean accuracy of the smoothed classifier. A
/// rounded radius counts as the least that it can stand for (load_log), so the value is what was surely
/// certified.
///
/// The interval is exact (Clopper-Pearson) over the test images as a sample of their distribution, at each
/// radius by itself, with the given confidence. Its upper end allows for the largest radii that rounded ones
/// can stand for. Radii must rise.
std::vector<Estimate> certified_accuracy(const CertificationLog& log, std::span<const double> radii,
                                         double confidence);

/// Share of images classified right and not abstained; all that a prediction log can tell.
Estimate clean_accuracy(const CertificationLog& log, double confidence);

/// Number of rows that abstained.
std::int64_t abstentions(const CertificationLog& log);

}  // namespace certus
