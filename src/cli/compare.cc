#include "certus/cli/commands.h"
#include "certus/cli/log_set.h"
#include "certus/cli/shared_options.h"
#include "certus/cli/unread_logs.h"
#include "certus/metrics/grid.h"
#include "certus/metrics/method_names.h"
#include "certus/report/comparison_document.h"

namespace certus::cli {
namespace {

struct CompareOptions {
  std::vector<std::string> paths;
  std::optional<std::string> p, radii;
  double confidence = 0.95;
  bool details = false;
  LogSetOptions logs;
  OutputOptions output;

  void describe(CommandLine& line) {
    line.words("LOG", paths, "certification log", 2, 10'000);
    line.group("WHAT");
    line.add("p", p, "compare only at these p in [0.5, 1]")
        .shown_as("A:STEP:B|LIST")
        .usually("every p where a curve steps")
        .rarely();
    add_radii(line, radii);
    add_confidence(line, confidence);
    line.add("details", details, "show a row for each pair, also when there are more than 10");
    logs.describe(line);
    output.describe(line);
  }
};

int run_compare(const CompareOptions& options) {
  ReadLogs read = load_readable_certified_logs(options.paths, options.logs.budget, 2);
  if (options.logs.shared_images) keep_shared_images(read.logs);
  const auto paths = paths_of(read.logs);
  LogSet set =
      make_log_set(std::move(read.logs), labelled_logs(options.logs.labels, method_names(paths), paths));
  check_comparable(set, options.logs.mixed);
  LogComparisonOptions how{.confidence = options.confidence, .p = {}, .radii = given_radii(options.radii)};
  if (options.p) how.p = parse_grid(*options.p, "--p", 0.5, 1.0);
  LogComparison found = compare_logs(std::move(set), how);
  found.unread = std::move(read.unread);
  ComparisonDocumentOptions shown{.listing = "--details lists"};
  if (options.details) shown.most_pairs = found.pairs.size();
  deliver(comparison_document(found, shown), options.output, options.paths);
  return tell_unread(found.unread);
}

}  // namespace

Command compare_command() {
  return with_options<CompareOptions>(
      {.name = "compare",
       .summary = "which model is better: dominance of p_A distributions, crossings, and how surely",
       .description =
           "Model A is better than B if P_A(p_A >= p) >= P_B(p_A >= p) for all p >= 1/2, and > somewhere. "
           "Then A certifies at least as many images at every radius and budget, by plug-in. The command "
           "prints that relation for every pair of logs with the same sigma. For logs of the same images it "
           "also prints the verdict of a paired test: dominates, dominated, crosses or undecided.\n"
           "For few pairs, or with --details, it also prints the widest interval of p where the relation "
           "fails; --format json has all of these intervals. The paired test is simultaneous over 64 values "
           "of p; records of certify --at and --width have no such test. Logs of one method at several "
           "sigmas (paths equal up to noise_0.25, noise_0.5, ...) also give the best certified accuracy over "
           "sigma.\n"
           "Logs that differ only in the seed of training are one method. Its seeds are never compared with "
           "each other; for each pair of methods the output says in how many pairs of seeds a relation or "
           "verdict holds.\n"
           "Logs of different budgets or images are refused. --shared-images cuts them to the images that "
           "all of them have, and --mixed compares them in spite of this, with a warning. Logs that give "
           "different labels to the same image are never tested against each other.",
       .examples = {{"certus compare logs/*/noise_0.5.tsv", "all methods at one noise level"},
                    {"certus compare logs/*/noise_*.tsv --format json",
                     "all noise levels, with the best over sigma"}}},
      run_compare);
}

}  // namespace certus::cli
