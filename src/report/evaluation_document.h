#pragma once

#include "certus/metrics/log_evaluation.h"
#include "certus/report/document.h"

namespace certus {

/// What logs say, for people and for machines: a table of all logs, certified accuracy and P(p_A >= p), notes
/// on how to read them, and tables per class where classes were evaluated. One log has a row per point, with
/// its interval; several have a row per log.
Document evaluation_document(const LogEvaluations& found);

}  // namespace certus
