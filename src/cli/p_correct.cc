#include "certus/base/error.h"
#include "certus/cli/commands.h"
#include "certus/cli/estimate_command.h"
#include "certus/cli/option_forms.h"
#include "certus/cli/shared_options.h"

namespace certus::cli {

Command p_correct_command() {
  return {
      .name = "p-correct",
      .summary = "how often a model is right under noise, for every training image",
      .description =
          "Draws each training image with Gaussian noise --samples times and counts how often the network "
          "gives its label. Training that discards or weighs images by p_A reads the table when it starts "
          "from a trained model; it has integer counts, one row an image.\n"
          "The frequency of the true label, not of the most likely class: an image that is confidently "
          "wrong has few. Noise and view are functions of (seed, image, draw): threads and resume change "
          "nothing. An interrupted table is resumed with --resume; a finished one ends with its checksum.\n"
          "--import makes the table from a NumPy file of shares that another program estimated, such as the "
          "authors' script of the ACR paper.",
      .positional = {.name = "MODEL",
                     .help = "model.onnx, or model.safetensors of an architecture certus knows",
                     .least = 0,
                     .most = 1},
      .options = std::vector<Option>{text_option(
                     "--import", "FILE.npy",
                     "take the shares of correct draws from this file instead of a MODEL: float32 or "
                     "float64, one for each training image, each a whole number of --samples draws")} +
                 estimate_options("100", "p_correct_0.5.tsv"),
      .examples = {{"certus p-correct gaussian.safetensors --data cifar10 --sigma 0.5 --samples 100 -o "
                    "p_correct_0.5.tsv",
                    "all 50,000 training images, as they are discarded by"},
                   {"certus p-correct net.onnx --data imagenet --sigma 0.5 --samples 50 -o p_correct.tsv "
                    "--resume",
                    "go on after Ctrl-C or a kill"},
                   {"certus p-correct --import p_correct.npy --data imagenet --sigma 0.5 --samples 50 -o "
                    "p_correct.tsv",
                    "shares of the authors' script"}},
      .run = [](const Arguments& arguments) {
        if (const auto file = arguments.text("--import")) return run_import_command(arguments, *file);
        if (arguments.positionals().empty()) {
          fail(ErrorKind::kConfig, "p-correct: MODEL is missing; give one, or shares with --import");
        }
        return run_estimate_command(arguments, EstimateKind::kPCorrect);
      }};
}

}  // namespace certus::cli
