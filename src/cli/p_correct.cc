#include "certus/base/error.h"
#include "certus/cli/commands.h"
#include "certus/cli/estimate_command.h"

namespace certus::cli {
namespace {

struct PCorrectOptions {
  std::optional<std::string> model, import;
  EstimateOptions table{.kind = EstimateKind::kPCorrect};

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

int run_p_correct(const PCorrectOptions& options) {
  if (options.import && options.model)
    fail(ErrorKind::kConfig, "--import takes the shares from a file, so no MODEL votes; give one of them");
  if (options.import) return run_import_command(options.table, *options.import);
  if (!options.model)
    fail(ErrorKind::kConfig, "p-correct: MODEL is missing; give one, or shares with --import");
  return run_estimate_command(options.table, *options.model);
}

}  // namespace

Command p_correct_command() {
  return with_options<PCorrectOptions>(
      {.name = "p-correct",
       .summary = "how often a model is right under noise, for every training image",
       .description =
           "Draws each training image with Gaussian noise --samples times and counts how often the network "
           "gives the true label. Training that discards or weights images by p_A reads this table when it "
           "starts from a trained model. The table has integer counts, one row per image.\n"
           "The count is that of the true label, not of the most likely class: an image that is confidently "
           "wrong has a low count. Noise and view are functions of (seed, image, draw): threads and --resume "
           "change nothing. --resume continues an interrupted table; a finished table ends with its "
           "checksum.\n"
           "--import makes the table from a NumPy file of shares that another program estimated, such as the "
           "authors' script of the ACR paper.",
       .examples = {{"certus p-correct gaussian.safetensors --data cifar10 --sigma 0.5 --samples 100 -o "
                     "p_correct_0.5.tsv",
                     "all 50,000 training images, for training that discards some of them"},
                    {"certus p-correct net.onnx --data imagenet --sigma 0.5 --samples 50 -o p_correct.tsv "
                     "--resume",
                     "continue after Ctrl-C or a kill"},
                    {"certus p-correct --import p_correct.npy --data imagenet --sigma 0.5 --samples 50 -o "
                     "p_correct.tsv",
                     "shares of the authors' script"}}},
      run_p_correct);
}

}  // namespace certus::cli
