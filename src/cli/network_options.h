#pragma once

#include <memory>
#include <vector>

#include "certus/cli/arguments.h"
#include "certus/data/known_datasets.h"
#include "certus/engines/engine_choice.h"
#include "certus/model/model_file.h"

namespace certus::cli {

/// Options of commands that execute networks, with one wording.

/// --arch and --normalize, of files that do not say.
std::vector<Option> model_options();
ModelOptions model_options_of(const Arguments& arguments);
Model load_model_of(const Arguments& arguments, const std::string& path);

/// --engine and --device; with --threads and --batch for commands that count votes.
std::vector<Option> engine_options();
std::vector<Option> voting_options(const std::string& usual_precision = "f32");
Option threads_option();
EngineChoice engine_choice(const Arguments& arguments);

/// The scales of --scales, or of the usual place beside the model (int8_scales.h).
std::shared_ptr<const Calibration> scales_of(const Arguments& arguments, const Model& model,
                                             const std::filesystem::path& path, double sigma);

/// Says on standard error that int8 is slow where one of the choices is that and the processor has no VNNI.
void note_slow_int8(const std::vector<EngineChoice>& choices);

/// One engine for each of --threads workers.
std::vector<std::unique_ptr<Engine>> make_engines(const Arguments& arguments, const Graph& graph,
                                                  const EngineChoice& choice);
std::unique_ptr<VoteCounter> make_vote_counter(const Arguments& arguments, const Graph& graph,
                                               const EngineChoice& choice);

/// --data, --data-dir, --split, --resize and --no-verify; without --split the usual one.
std::vector<Option> data_options(Split usual = Split::kTest);
OpenOptions open_options_of(const Arguments& arguments);
std::unique_ptr<Dataset> open_dataset_of(const Arguments& arguments);

}  // namespace certus::cli
