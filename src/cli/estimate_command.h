#pragma once

#include "certus/cli/arguments.h"
#include "certus/recipe/estimate_table.h"

namespace certus::cli {

/// What p-correct and soft-labels have in common: options, and the run over training images with table,
/// resume, progress and summary.
std::vector<Option> estimate_options(const std::string& samples, const std::string& output);
int run_estimate_command(const Arguments& arguments, EstimateKind kind);

/// A table of p-correct from a NumPy file of shares (--import) instead of a model.
int run_import_command(const Arguments& arguments, const std::string& file);

}  // namespace certus::cli
