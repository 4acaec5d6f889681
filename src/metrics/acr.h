#pragma once

#include "certus/logs/certification_log.h"

namespace certus {

/// Average certified radius: the mean of correct * logged radius over all rows.
///
/// It is not suitable for ranking: it depends on the budget (at another n the same model has another ACR, and
/// models have another order), it has no bound for a trivial classifier, and easy images change it 1000 times
/// more than hard ones (docs/statistics.md). Never show it without (n, alpha).
double average_certified_radius(const CertificationLog& log);

}  // namespace certus
