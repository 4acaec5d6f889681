#pragma once

#include "certus/command_line/command_line.h"
#include "certus/data/known_datasets.h"
#include "certus/engines/engine_choice.h"
#include "certus/model/model_file.h"
#include "certus/report/document.h"
#include "certus/study/estimate_run.h"

namespace certus::cli {

/// What p-correct and soft-labels have in common: options, and the run over training images with table,
/// resume, progress and summary.
struct EstimateOptions {
  explicit EstimateOptions(EstimateKind kind);

  EstimateRun run;
  OpenOptions data{.split = Split::kTrain};
  std::optional<double> sigma;
  std::optional<std::int64_t> max;
  std::string views = "augmented";
  ModelOptions model_options;
  EngineChoice engine;
  std::optional<std::int64_t> threads;
  Format format = Format::kText;

  void describe(CommandLine& line);
};

int run_estimate_command(const EstimateOptions& options, const std::string& model, const CommandLine& line);

/// A table of p-correct from a NumPy file of shares (--import) instead of a model.
int run_import_command(const EstimateOptions& options, const std::string& file, const CommandLine& line);

}  // namespace certus::cli
