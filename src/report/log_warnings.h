#pragma once

#include <span>
#include <string>
#include <vector>

#include "certus/logs/load_log.h"
#include "certus/metrics/load_logs.h"
#include "certus/report/document.h"

namespace certus {

/// Warnings about logs that several documents have. Each is a sentence that starts with "WARNING: ".

/// Adds how many logs could not be read, and which. Nothing when all could be read.
void warn_of_unread(Document& document, std::span<const UnreadLog> unread);

/// Adds a warning for every log whose classifier hardly looks at its images (near_constant.h). Returns the
/// paths of these logs.
/// @param names  of the logs, for the sentences
std::vector<std::string> warn_of_near_constant(Document& document, std::span<const LoadedLog> logs,
                                               const std::vector<std::string>& names);

/// Adds sentences that name logs by their paths, with short names instead.
void add_warnings(Document& document, std::span<const std::string> warnings,
                  const std::vector<std::string>& paths, const std::vector<std::string>& names);

}  // namespace certus
