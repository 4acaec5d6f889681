#include "certus/cli/commands.h"
#include "certus/cli/estimate_command.h"

namespace certus::cli {

Command soft_labels_command() {
  return {
      .name = "soft-labels",
      .summary = "a model's votes under noise, for every training image: targets of CAT-RS",
      .description =
          "Draws each training image with Gaussian noise --samples times and counts the votes of the "
          "network by class. CAT-RS (Jeong, Kim and Shin 2023) trains towards these frequencies; its recipe "
          "is a Gaussian-trained model at sigma 0.25 and 10,000 draws, for every sigma it trains at.\n"
          "Noise and view are functions of (seed, image, draw): threads and resume change nothing. An "
          "interrupted table is resumed with --resume; a finished one ends with its checksum.",
      .positional = {.name = "MODEL",
                     .help = "model.onnx, or model.safetensors of an architecture certus knows",
                     .least = 1,
                     .most = 1},
      .options = estimate_options("10000", "soft_labels.tsv"),
      .examples = {{"certus soft-labels gaussian_0.25.safetensors --data cifar10 --sigma 0.25 --samples "
                    "10000 -o soft_labels.tsv",
                    "the recipe for CIFAR-10"},
                   {"certus soft-labels gaussian_0.25.safetensors --data cifar10 --sigma 0.25 --samples "
                    "10000 -o soft_labels.tsv --resume",
                    "go on after Ctrl-C or a kill"}},
      .run = [](const Arguments& arguments) {
        return run_estimate_command(arguments, EstimateKind::kSoftLabels);
      }};
}

}  // namespace certus::cli
