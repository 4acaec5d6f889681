#pragma once

#include "certus/logs/certification_log.h"

namespace certus {

/// Average certified radius: the mean of correct * logged radius over all rows.
///
/// Not fit for ranking: it depends on the budget (the same model has another ACR, and models another order,
/// at another n), has no bound for a trivial classifier and is moved 1000 times more by easy images than by
/// hard ones (docs/statistics.md). Never show it without (n, alpha).
double average_certified_radius(const CertificationLog& log);

}  // namespace certus
