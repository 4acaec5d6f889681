#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "certus/logs/audit.h"
#include "certus/logs/load_log.h"

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

/// The interactive page with these logs, as one HTML file that needs no network. Budgets of the logs must be
/// known. Fails where the build left the page out.
/// @param audits  of the same logs, in the same order
std::string explorer_page(std::span<const LoadedLog> logs, std::span<const AuditResult> audits,
                          const ExplorerOptions& options);

}  // namespace certus
