#include <cstdio>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/cli/commands.h"
#include "certus/cli/shared_options.h"
#include "certus/logs/merge_records.h"

namespace certus::cli {
namespace {

int run_merge(const Arguments& arguments) {
  const auto output = arguments.text("--output");
  if (!output) fail(ErrorKind::kConfig, "merge: --output is missing; give the record to write");
  const std::vector<std::filesystem::path> parts(arguments.positionals().begin(),
                                                 arguments.positionals().end());
  for (const auto& part : parts) {
    std::error_code ignored;
    if (std::filesystem::equivalent(part, *output, ignored)) {
      fail(ErrorKind::kConfig, "--output ", *output, ": is one of the parts; give another name");
    }
  }
  const std::size_t rows =
      merge_records(parts, *output, arguments.flag("--force") ? Overwrite::kAllow : Overwrite::kRefuse);
  std::printf("Wrote %s: %s images from %zu parts\nNext: certus evaluate %s\n", output->c_str(),
              grouped_text(static_cast<std::int64_t>(rows)).c_str(), parts.size(), output->c_str());
  return 0;
}

}  // namespace

Command merge_command() {
  return {.name = "merge",
          .summary = "one record from the shards of a run",
          .description =
              "Joins the records of certify or predict --shard into the one that a single process would have "
              "written, byte for byte (with --no-time). The parts have to have the same manifest and no "
              "image in common.",
          .positional = {.name = "RECORD", .help = "records of parts of one run", .least = 1, .most = 100000},
          .options = {{.name = "--output",
                       .kind = Option::Kind::kText,
                       .value_name = "FILE",
                       .help = "record to write; its manifest goes beside it",
                       .short_name = "-o"},
                      {.name = "--force", .kind = Option::Kind::kFlag, .help = "replace an existing record"}},
          .examples = {{"certus merge part1.tsv part2.tsv -o noise_0.5.tsv", "two halves"}},
          .run = run_merge};
}

}  // namespace certus::cli
