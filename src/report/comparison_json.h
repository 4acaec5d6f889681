#pragma once

#include "certus/metrics/log_comparison.h"
#include "certus/report/json_values.h"

namespace certus {

/// What a comparison found, as an object; its keys are stable.
Json comparison_json(const LogComparison& found);

}  // namespace certus
