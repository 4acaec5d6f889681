#pragma once

#include <vector>

#include "certus/record/certification_log.h"

namespace certus {

/// The true classes that occur in a log, rising.
std::vector<int> classes_of(const CertificationLog& log);

/// The rows of one true class, as a log of its own: every metric of a log is then a metric of the class.
CertificationLog rows_of_class(const CertificationLog& log, int label);

}  // namespace certus
