#pragma once

#include "certus/metrics/log_evaluation.h"
#include "certus/report/document.h"

namespace certus {

/// Adds the classes of a log, a row per class: summary, certified accuracy and P(p_A >= p), each with the
/// worst class named. The log has classes.
void add_class_tables(Document& document, const LogEvaluation& log, const EvaluationOptions& options);

}  // namespace certus
