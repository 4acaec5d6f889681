#include <cstdio>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/cli/commands.h"
#include "certus/cli/shared_options.h"
#include "certus/logs/merge_records.h"

namespace certus::cli {
namespace {

struct MergeOptions {
  std::vector<std::string> parts;
  std::optional<std::string> output;
  bool force = false;

  void describe(CommandLine& line) {
    line.words("RECORD", parts, "records of parts of one run", 1, 100'000);
    line.group("OUTPUT");
    line.add("output", output, "record to write; its manifest goes beside it").shown_as("FILE").letter('o');
    line.add("force", force, "replace an existing record");
  }
};

int run_merge(const MergeOptions& options) {
  if (!options.output) fail(ErrorKind::kConfig, "merge: --output is missing; give the record to write");
  const std::string& output = *options.output;
  check_is_no_input(output, options.parts);
  const std::size_t rows = merge_records({options.parts.begin(), options.parts.end()}, output,
                                         options.force ? Overwrite::kAllow : Overwrite::kRefuse);
  std::printf("Wrote %s: %s image%s from %zu part%s\nNext: certus evaluate %s\n", output.c_str(),
              grouped_text(static_cast<std::int64_t>(rows)).c_str(), rows == 1 ? "" : "s",
              options.parts.size(), options.parts.size() == 1 ? "" : "s", output.c_str());
  return 0;
}

}  // namespace

Command merge_command() {
  return with_options<MergeOptions>(
      {.name = "merge",
       .summary = "one record from the shards of a run",
       .description =
           "Joins the records of certify --shard or predict --shard into one: with --no-time the same, byte "
           "for byte, as a single process would have written. The parts must have the same manifest and no "
           "image in common.",
       .examples = {{"certus merge part1.tsv part2.tsv -o noise_0.5.tsv", "two halves"}}},
      run_merge);
}

}  // namespace certus::cli
