#include "certus/base/error.h"
#include "certus/cli/commands.h"
#include "certus/cli/shared_options.h"
#include "certus/cli/unread_logs.h"
#include "certus/metrics/analysis_parameters.h"
#include "certus/metrics/grid_parameter.h"
#include "certus/metrics/named_logs.h"
#include "certus/metrics/shared_images.h"
#include "certus/report/log_set_table.h"

namespace certus::cli {
namespace {

struct TableOptions {
  std::vector<std::string> paths;
  MethodTableParams shown;
  LogSetOptions logs;
  OutputOptions output;

  void describe(CommandLine& line) {
    line.words("LOG", paths, "certification log", 1, 10'000);
    line.group("WHAT");
    line.add("baseline", shown.baseline, "mark what is worse than this method, as the table calls it")
        .shown_as("METHOD");
    logs.describe_by(
        line, "a sweep: a row for each value of this setting of training, such as sphere_attack.steps");
    describe_radii(line, shown.radii);
    describe_grid(line, "p", shown.p, {0.0, 1.0}, "add columns of P(p_A >= p) at these p").rarely();
    certus::describe(line, shown.change);
    logs.describe(line);
    output.describe(line);
  }
};

int run_table(const TableOptions& options) {
  if (options.logs.by && options.shown.baseline) {
    fail(ErrorKind::kConfig,
         "table: --baseline has no meaning with --by, where a method has many rows; give one of them");
  }
  ReadLogs read = load_readable_certified_logs(options.paths, options.logs.budget);
  if (options.logs.shared_images) keep_shared_images(read.logs);
  const NamedLogs named = name_logs(options.logs, std::move(read.logs), options.shown.change);
  deliver(log_set_table(named.set, read.unread, options.shown), options.output, options.paths);
  return tell_unread(read.unread);
}

}  // namespace

Command table_command() {
  return command_of("table", run_table);
}

}  // namespace certus::cli
