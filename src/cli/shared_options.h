#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "certus/base/file.h"
#include "certus/command_line/command_line.h"
#include "certus/data/known_datasets.h"
#include "certus/report/document.h"
#include "certus/stats/sampling_weight.h"

namespace certus::cli {

/// What several commands have in common beside the descriptions of the library: how output is delivered, and
/// checks whose messages name options.

/// --format, --safe-csv, --output and --force of commands that print.
struct OutputOptions {
  Format format = Format::kText;
  bool safe_csv = false;
  std::optional<std::string> output;
  Overwrite overwrite = Overwrite::kRefuse;

  void describe(Parameters& p);
};

/// What a run reads of a model: its file, and the settings that it was trained with.
std::vector<std::filesystem::path> files_of_model(const std::filesystem::path& model);

/// What a run reads of a data set: its folder, or the folders of its classes. Empty where there is none.
std::vector<std::filesystem::path> files_of(const OpenOptions& data);

/// Prints the document or writes it to --output. Fails when the output cannot be written, or is one of the
/// inputs (check_outputs).
void deliver(const Document& document, const OutputOptions& options, const std::vector<std::string>& inputs);
void print_document(const Document& document, Format format);

/// --seed of numbers that only have to differ.
template <class Seed>
Parameter& add_seed(Parameters& p, Seed& field, std::string help) {
  return p.add("seed", field, std::move(help))
      .shown_as("S")
      .in(0, 9007199254740991.0);  // 2^53 - 1: whole numbers that a double holds
}

/// --resume and --force of long work.
/// @param what  "the run", "the table"
template <class How>
void add_start(Parameters& p, How& field, const std::string& what) {
  p.add_flag("resume", field, How::kResume, "continue " + what + " where it ended");
  p.add_flag("force", field, How::kReplace, "start again where " + what + " exists");
}
/// Fails when both are given.
void check_start(const CommandLine& line);

/// --sigma of networks under noise; fails when it is absent.
double given_sigma(const std::optional<double>& sigma);

/// At least 1, also where the system does not tell.
std::int64_t number_of_cores();

/// Fails when --data is absent, or when options were given that do not fit it.
void check_data(const OpenOptions& data, const CommandLine& line);

/// The sampling weight that --n and --alpha mean, with the paper's 16 copies and 0.1 unless given. Fails
/// where there is none.
SamplingWeightParams sampling_weight_of(std::optional<std::int64_t> n, std::optional<double> alpha);

}  // namespace certus::cli
