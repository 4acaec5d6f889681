#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "certus/logs/audit.h"
#include "certus/logs/load_log.h"
#include "certus/report/document.h"

namespace certus {

struct ExplorerOptions {
  std::string title;
  std::string command;                    ///< the command that makes the page again
  double confidence = 0.95;               ///< of bands, intervals and paired tests
  std::vector<double> radii;              ///< where certified accuracy is told as the logs have it
  std::vector<std::string> methods = {};  ///< names of the logs' methods; empty: by their paths
  /// Names of the classes of each log, by label; empty, also for one log: numbers.
  std::vector<std::vector<std::string>> class_names = {};
  std::function<void(std::size_t pairs)> on_pair = {};  ///< called after each pair with how many are done
};

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
