#pragma once

#include <string>
#include <vector>

#include "certus/metrics/log_evaluation.h"

namespace certus {

/// How the numbers of an evaluation are to be read: where each budget comes from, what is only a bound, the
/// data-set-wide statement, and what must not be compared. One sentence per line.
std::vector<std::string> evaluation_notes(const LogEvaluations& found);

}  // namespace certus
