#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "certus/experiment/experiment.h"

namespace certus {

/// Where the results of experiments lie. Small files that are worth keeping stand apart from large ones that
/// can be made again:
///   cells/<place>/    config.toml, certify.toml, train.csv, manifest.json, record.tsv, record.json,
///                     summary.json, times.csv, cell.json, and gradnorm.csv or attack.csv where an output
///                     asks
///   weights/<place>/  the training run with checkpoints and models, and what the steps printed
///   tables/           votes of models for training images
///   outputs/          tables, figures, pages
///   superseded/       cells that were made again
class ResultFolder {
 public:
  explicit ResultFolder(std::filesystem::path root) : root_(std::move(root)) {}

  const std::filesystem::path& root() const { return root_; }
  std::filesystem::path cell(const ExperimentCell& cell) const { return root_ / relative_cell(cell); }
  std::filesystem::path weights(const ExperimentCell& cell) const { return root_ / relative_weights(cell); }
  /// Below the root: commands run there, so that no path of the machine gets into results.
  static std::filesystem::path relative_cell(const ExperimentCell& cell) { return "cells" / cell.place(); }
  static std::filesystem::path relative_weights(const ExperimentCell& cell) {
    return "weights" / cell.place();
  }
  static std::filesystem::path relative_output(const Output& output) { return "outputs" / output.file; }

  bool is_finished(const ExperimentCell& cell) const;  ///< its summary stands there
  bool has_model(
      const ExperimentCell& cell) const;  ///< its training has ended and the weights are still there
  bool has_table(const VoteTable& table) const;
  /// Whether an analysis of ExperimentCell::analyses has been made.
  bool has_analysis(const ExperimentCell& cell, const std::string& name) const;
  /// All analyses that outputs ask for have been made.
  bool has_all_analyses(const ExperimentCell& cell) const;
  std::int64_t epochs_trained(const ExperimentCell& cell) const;    ///< of the run under way
  std::int64_t images_certified(const ExperimentCell& cell) const;  ///< rows of the record so far

  /// Why what is there of the cell cannot be used any more: another setting, or numbers of another program.
  /// Empty when it can, or when nothing is there.
  std::string why_stale(const ExperimentCell& cell) const;
  /// Puts what is there of the cell aside, and removes its weights.
  void supersede(const ExperimentCell& cell) const;

  /// Writes what the cell is, before its first step.
  void begin(const ExperimentCell& cell, int threads) const;
  /// The number of threads that the cell began with: another one would round differently.
  int threads(const ExperimentCell& cell, int otherwise) const;
  /// Copies the small files of the training run and writes the summary: the cell is then finished.
  void finish(const ExperimentCell& cell, double certify_seconds) const;

  /// The last error of a cell, for status; empty: none.
  std::string failure(const ExperimentCell& cell) const;
  void set_failure(const ExperimentCell& cell, const std::string& message) const;

  /// Removes weights, checkpoints and tables. Returns the bytes freed.
  std::uintmax_t clean() const;

 private:
  std::filesystem::path root_;
};

/// The text of a train.csv without the columns of time, which no two runs share.
std::string without_times(const std::string& train_csv);

}  // namespace certus
