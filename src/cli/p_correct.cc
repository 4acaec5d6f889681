#include "certus/base/error.h"
#include "certus/cli/commands.h"
#include "certus/cli/estimate_command.h"

namespace certus::cli {
namespace {

struct PCorrectOptions {
  std::optional<std::string> model, import;
  EstimateOptions table{EstimateKind::kPCorrect};

  void describe(CommandLine& line) {
    line.word("MODEL", model, "model.onnx, or model.safetensors of an architecture certus knows");
    line.group("WHAT");
    line.add(
            "import", import,
            "take the shares of correct draws from this file instead of a MODEL: float32 or float64, one for "
            "each training image, each a whole number of --samples draws")
        .shown_as("FILE.npy")
        .rarely();
    table.describe(line);
  }
};

int run_p_correct(const PCorrectOptions& options, const CommandLine& line) {
  if (options.import && options.model)
    fail(ErrorKind::kConfig,
         "both MODEL and --import were given, but shares come from one of them; leave out the other");
  if (options.import) return run_import_command(options.table, *options.import, line);
  if (!options.model)
    fail(ErrorKind::kConfig, "p-correct: MODEL is missing; give one, or shares with --import");
  return run_estimate_command(options.table, *options.model, line);
}

}  // namespace

Command p_correct_command() {
  return command_of("p-correct", run_p_correct);
}

}  // namespace certus::cli
