#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/base/shell_word.h"
#include "certus/cli/commands.h"
#include "certus/cli/shared_options.h"
#include "certus/command_line/print.h"
#include "certus/command_line/run_files.h"
#include "certus/logs/merge_records.h"

namespace certus::cli {
namespace {

struct MergeOptions {
  std::vector<std::string> parts;
  std::optional<std::string> output;
  Overwrite overwrite = Overwrite::kRefuse;

  void describe(CommandLine& line) {
    line.words("RECORD", parts, "records of parts of one run", 1, 100'000);
    line.group("OUTPUT");
    line.add("output", output, "record to write; its manifest goes beside it").shown_as("FILE").letter('o');
    line.add_flag("force", overwrite, Overwrite::kAllow, "replace an existing record");
  }
};

int run_merge(const MergeOptions& options) {
  if (!options.output) fail(ErrorKind::kConfig, "merge: --output is missing; give the record to write");
  const std::string& output = *options.output;
  check_outputs(
      {.inputs = {options.parts.begin(), options.parts.end()}, .outputs = {output, manifest_path(output)}});
  const std::size_t rows =
      merge_records({options.parts.begin(), options.parts.end()}, output, options.overwrite);
  print_out("Wrote ", output, ": ", grouped_text(static_cast<std::int64_t>(rows)),
            rows == 1 ? " image from " : " images from ", options.parts.size(),
            options.parts.size() == 1 ? " part" : " parts", "\nNext: certus evaluate ", shell_word(output),
            '\n');
  return 0;
}

}  // namespace

Command merge_command() {
  return command_of("merge", run_merge);
}

}  // namespace certus::cli
