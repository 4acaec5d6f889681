#pragma once

#include <span>
#include <string>
#include <string_view>

#include "certus/report/explorer.h"
#include "certus/report/json_values.h"

namespace certus {

/// Everything the explorer page shows, in the form that web/src/page_data.ts describes: the votes of every
/// image, packed, and what does not depend on the budget. Budgets of the logs must be known.
///
/// @param audits  of the same logs, in the same order
Json explorer_data(std::span<const LoadedLog> logs, std::span<const AuditResult> audits,
                   const ExplorerOptions& options);

/// The frame with the data in the place marked {{data}}. Nothing in the data is read as HTML or ends the
/// element around it, whatever a log or a file's name contains; what is not UTF-8 becomes U+FFFD.
std::string explorer_page(std::string_view frame, const Json& data);

}  // namespace certus
