#pragma once

#include "certus/metrics/log_evaluation.h"
#include "certus/report/json_values.h"

namespace certus {

/// An array with an object per log, then one per log that could not be read. Its keys are stable.
Json evaluation_json(const LogEvaluations& found);

}  // namespace certus
