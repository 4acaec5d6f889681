#pragma once

#include "certus/logs/certification_log.h"

namespace certus {

/// Average certified radius: the mean of correct * radius over all rows. A rounded radius counts as the least
/// that it can stand for (load_log), so the value is what was surely proven. It is the area under
/// certified_accuracy.
///
/// It is not suitable for ranking: it depends on the budget (at another n the same model has another ACR, and
/// models have another order), it has no bound for a trivial classifier, and easy images change it 1000 times
/// more than hard ones (docs/statistics.md). Never show it without (n, alpha).
double average_certified_radius(const CertificationLog& log);

/// The same where every rounded radius is the largest that it can stand for.
double most_average_radius(const CertificationLog& log);

/// The mean of the radii as they are printed in the log, as the field computes it.
double printed_average_radius(const CertificationLog& log);

}  // namespace certus
