#pragma once

#include "certus/cli/network_options.h"
#include "certus/recipe/estimate_table.h"
#include "certus/report/document.h"

namespace certus::cli {

/// What p-correct and soft-labels have in common: options, and the run over training images with table,
/// resume, progress and summary.
struct EstimateOptions {
  EstimateKind kind = EstimateKind::kPCorrect;
  DataOptions data;
  std::optional<double> sigma;
  std::optional<std::int64_t> samples, max, seed;
  std::string views = "augmented";
  ModelOptions model_options;
  EngineOptions engine;
  std::optional<std::string> output;
  StartOptions existing;
  Format format = Format::kText;

  void describe(CommandLine& line);
};

int run_estimate_command(const EstimateOptions& options, const std::string& model);

/// A table of p-correct from a NumPy file of shares (--import) instead of a model.
int run_import_command(const EstimateOptions& options, const std::string& file);

}  // namespace certus::cli
