#include "certus/cli/commands.h"
#include "certus/cli/shared_options.h"
#include "certus/cli/unread_logs.h"
#include "certus/metrics/analysis_parameters.h"
#include "certus/metrics/grid_parameter.h"
#include "certus/metrics/method_names.h"
#include "certus/metrics/named_logs.h"
#include "certus/metrics/shared_images.h"
#include "certus/report/comparison_document.h"

namespace certus::cli {
namespace {

struct CompareOptions {
  std::vector<std::string> paths;
  LogComparisonOptions how;
  std::vector<double> p;
  bool details = false;
  LogSetOptions logs;
  OutputOptions output;

  void describe(CommandLine& line) {
    line.words("LOG", paths, "certification log", 2, 10'000);
    line.group("WHAT");
    describe_grid(line, "p", p, {0.5, 1.0}, "compare only at these p in [0.5, 1]")
        .usually("every p where a curve steps")
        .rarely();
    describe_radii(line, how.radii);
    describe_confidence(line, how.confidence);
    line.add("details", details, "show a row for each pair even when there are more than 10");
    logs.describe(line);
    output.describe(line);
  }
};

int run_compare(const CompareOptions& options) {
  ReadLogs read = load_readable_certified_logs(options.paths, options.logs.budget, 2);
  if (options.logs.shared_images) keep_shared_images(read.logs);
  const auto paths = paths_of(read.logs);
  LogSet set = make_log_set(std::move(read.logs), options.logs.labels.of_methods(method_names(paths), paths));
  check_comparable(set, options.logs.mixed);
  LogComparisonOptions how = options.how;
  if (!options.p.empty()) how.p = options.p;
  LogComparison found = compare_logs(std::move(set), how);
  found.unread = std::move(read.unread);
  ComparisonDocumentOptions shown{.listing = "--details lists"};
  if (options.details) shown.most_pairs = found.pairs.size();
  deliver(comparison_document(found, shown), options.output, options.paths);
  return tell_unread(found.unread);
}

}  // namespace

Command compare_command() {
  return command_of("compare", run_compare);
}

}  // namespace certus::cli
