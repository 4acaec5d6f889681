#pragma once

#include <memory>
#include <vector>

#include "certus/cli/arguments.h"
#include "certus/cli/engines.h"
#include "certus/data/known_datasets.h"
#include "certus/model/model_file.h"
#include "certus/smooth/vote_counter.h"

namespace certus::cli {

/// Options of commands that execute networks, with one wording.

/// --arch and --normalize, of files that do not say.
std::vector<Option> model_options();
Model load_model_of(const Arguments& arguments, const std::string& path);

/// --engine and --device; with --threads and --batch for commands that count votes.
std::vector<Option> engine_options();
std::vector<Option> voting_options(const std::string& usual_precision = "f32");
Option threads_option();
std::int64_t threads_of(const Arguments& arguments, const EngineChoice& choice);
EngineChoice engine_choice(const Arguments& arguments);

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
