#include "certus/cli/commands.h"
#include "certus/cli/labels.h"
#include "certus/cli/log_set.h"
#include "certus/cli/shared_options.h"
#include "certus/cli/unread_logs.h"
#include "certus/metrics/grid.h"
#include "certus/metrics/method_names.h"
#include "certus/report/comparison_document.h"

namespace certus::cli {
namespace {

int run_compare(const Arguments& arguments) {
  ReadLogs read = load_readable_certified_logs(arguments.positionals(), log_budget(arguments), 2);
  if (arguments.flag("--shared-images")) keep_shared_images(read.logs);
  const auto paths = paths_of(read.logs);
  LogSet set = make_log_set(std::move(read.logs), labelled_logs(arguments, method_names(paths), paths));
  check_comparable(set, arguments);
  LogComparisonOptions options{
      .confidence = arguments.real_or_default("--confidence"), .p = {}, .radii = given_radii(arguments)};
  if (const auto given = arguments.text("--p")) options.p = parse_grid(*given, "--p", 0.5, 1.0);
  LogComparison found = compare_logs(std::move(set), options);
  found.unread = std::move(read.unread);
  ComparisonDocumentOptions shown{.listing = "--details lists"};
  if (arguments.flag("--details")) shown.most_pairs = found.pairs.size();
  deliver(comparison_document(found, shown), arguments);
  return tell_unread(found.unread);
}

}  // namespace

Command compare_command() {
  return {
      .name = "compare",
      .summary = "which model is better: dominance of p_A distributions, crossings, and how surely",
      .description =
          "Model A is better than B iff P_A(p_A >= p) >= P_B(p_A >= p) for all p >= 1/2, and > somewhere: "
          "then A certifies at least as many images at every radius and budget, by plug-in. Prints that "
          "relation for every pair of logs with the same sigma and, for few pairs or with --details, the "
          "widest interval of p where it fails; --format json has all of them. For logs of the same images "
          "there is a paired test, simultaneous over 64 values of p, with four verdicts: dominates, "
          "dominated, crosses, undecided; records of certify --at and --width have no such test. Logs of "
          "one method at several sigmas (paths equal up to noise_0.25, noise_0.5, ...) also give the best "
          "certified accuracy over sigma.\n"
          "Logs that differ by the seed of training alone are one method: its seeds are never compared with "
          "each other, and for each pair of methods it says in how many pairs of seeds a relation or "
          "verdict holds.\n"
          "Logs of different budgets or images are refused; --shared-images cuts them to the images that "
          "all have, and --mixed compares them all the same, flagged. Logs that give different labels to "
          "the same image are never tested against each other.",
      .positional = {.name = "LOG", .help = "certification log", .least = 2, .most = 10'000},
      .options = std::vector<Option>{{.name = "--p",
                                      .kind = Option::Kind::kText,
                                      .value_name = "A:STEP:B|LIST",
                                      .help = "compare at these p in [0.5, 1] only",
                                      .default_text = "every p where a curve steps"},
                                     label_option(),
                                     radii_option(),
                                     confidence_option(),
                                     {.name = "--details",
                                      .kind = Option::Kind::kFlag,
                                      .help = "a row for each pair, also when there are more than 10"},
                                     shared_images_option(),
                                     mixed_option()} +
                 log_budget_options() + output_options(),
      .examples = {{"certus compare logs/*/noise_0.5.tsv", "all methods at one noise level"},
                   {"certus compare logs/*/noise_*.tsv --format json",
                    "all noise levels, with the best over sigma"}},
      .run = run_compare};
}

}  // namespace certus::cli
