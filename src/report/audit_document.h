#pragma once

#include <span>
#include <string>
#include <vector>

#include "certus/logs/audit.h"
#include "certus/metrics/load_logs.h"
#include "certus/report/document.h"

namespace certus {

/// What the audit of logs found: a row per log, the findings, and what rounding does to ACR. JSON is an array
/// with an object per log, then one per log that could not be read; its keys are stable.
/// @param names  of the logs, one per result
Document audit_document(const std::vector<AuditResult>& results, std::span<const UnreadLog> unread,
                        const std::vector<std::string>& names);

/// Whether the audit found nothing in any log.
bool is_clean(const std::vector<AuditResult>& results);

}  // namespace certus
