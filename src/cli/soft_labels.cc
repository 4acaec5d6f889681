#include "certus/cli/commands.h"
#include "certus/cli/estimate_command.h"

namespace certus::cli {
namespace {

struct SoftLabelsOptions {
  std::string model;
  EstimateOptions table{EstimateKind::kSoftLabels};

  void describe(CommandLine& line) {
    line.word("MODEL", model, "model.onnx, or model.safetensors of an architecture certus knows");
    table.describe(line);
  }
};

int run_soft_labels(const SoftLabelsOptions& options, const CommandLine& line) {
  return run_estimate_command(options.table, options.model, line);
}

}  // namespace

Command soft_labels_command() {
  return command_of("soft-labels", run_soft_labels);
}

}  // namespace certus::cli
