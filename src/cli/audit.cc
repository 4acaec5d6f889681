#include "certus/logs/audit.h"

#include <algorithm>

#include "certus/cli/commands.h"
#include "certus/cli/shared_options.h"
#include "certus/cli/unread_logs.h"
#include "certus/metrics/analysis_parameters.h"
#include "certus/metrics/grid_parameter.h"
#include "certus/metrics/labels.h"
#include "certus/report/audit_document.h"
#include "certus/report/log_names.h"

namespace certus::cli {
namespace {

struct AuditCommandOptions {
  std::vector<std::string> paths;
  Labels labels;
  AuditOptions how;
  OutputOptions output;

  void describe(CommandLine& line) {
    line.words("LOG", paths, "certification log", 1, 10'000);
    line.group("WHAT");
    describe_grid(line, "radii", how.radii, {0.0, 1e9},
                  "where to measure what rounding does to certified accuracy")
        .usually("0:0.25:2.5");
    labels.describe(line);
    certus::describe(line, how.claimed);
    output.describe(line);
  }
};

int run_audit(const AuditCommandOptions& options) {
  AuditOptions how = options.how;
  std::vector<UnreadLog> unread;
  how.on_unreadable = [&](const std::string& path, const Error& error) { unread.push_back({path, error}); };
  const auto results = audit_logs(options.paths, how);
  check_left(unread, results.size(), 1);
  std::vector<std::string> paths;
  for (const AuditResult& result : results) paths.push_back(result.loaded.log.path);
  const auto names = options.labels.of_each(short_names(paths), paths);
  deliver(audit_document(results, unread, names), options.output, options.paths);
  return std::max(tell_unread(unread), is_clean(results) ? 0 : 1);
}

}  // namespace

Command audit_command() {
  return command_of("audit", run_audit);
}

}  // namespace certus::cli
