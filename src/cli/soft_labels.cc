#include "certus/cli/commands.h"
#include "certus/cli/estimate_command.h"

namespace certus::cli {
namespace {

struct SoftLabelsOptions {
  std::string model;
  EstimateOptions table{.kind = EstimateKind::kSoftLabels};

  void describe(CommandLine& line) {
    line.word("MODEL", model, "model.onnx, or model.safetensors of an architecture certus knows");
    table.describe(line);
  }
};

int run_soft_labels(const SoftLabelsOptions& options) {
  return run_estimate_command(options.table, options.model);
}

}  // namespace

Command soft_labels_command() {
  return with_options<SoftLabelsOptions>(
      {.name = "soft-labels",
       .summary = "a model's votes under noise, for every training image: targets of CAT-RS",
       .description =
           "Draws each training image with Gaussian noise --samples times and counts the votes of the "
           "network "
           "for each class. CAT-RS (Jeong, Kim and Shin 2023) trains towards these frequencies. For every "
           "sigma, its recipe takes a Gaussian-trained model at sigma 0.25 and 10,000 draws.\n"
           "Noise and view are functions of (seed, image, draw): threads and --resume change nothing. "
           "--resume continues an interrupted table; a finished table ends with its checksum.",
       .examples = {{"certus soft-labels gaussian_0.25.safetensors --data cifar10 --sigma 0.25 --samples "
                     "10000 -o soft_labels.tsv",
                     "the recipe for CIFAR-10"},
                    {"certus soft-labels gaussian_0.25.safetensors --data cifar10 --sigma 0.25 --samples "
                     "10000 -o soft_labels.tsv --resume",
                     "continue after Ctrl-C or a kill"}}},
      run_soft_labels);
}

}  // namespace certus::cli
