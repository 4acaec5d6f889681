#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "certus/cli/command_line.h"
#include "certus/data/known_datasets.h"
#include "certus/engines/engine_choice.h"
#include "certus/model/model_file.h"
#include "certus/recipe/start.h"
#include "certus/recipe/training_set.h"

namespace certus::cli {

/// Options of commands that execute networks, with one wording.

/// --arch and --normalize, of files that do not say.
void add_model(Parameters& p, ModelOptions& field);

Parameter& add_threads(Parameters& p, std::optional<std::int64_t>& field);

/// --engine, --device and --threads.
struct EngineOptions {
  std::string engine = "auto";
  std::string device = "cpu";
  std::optional<std::int64_t> threads;

  void describe(Parameters& p);
  EngineChoice choice() const;
};

/// Makes engines of the choice, one for each of --threads workers, with micro-batches that suit the draws of
/// one image. Fails when there is no such engine.
EngineMaker engine_maker(const EngineOptions& options);

/// The same with --precision, --scales and --batch, of commands that count votes.
struct VotingOptions : EngineOptions {
  std::optional<std::string> precision;  ///< absent: the usual one
  std::optional<std::string> scales;
  std::int64_t batch = 256;

  /// @param usual_precision  in words
  void describe(Parameters& p, const std::string& usual_precision = "f32");
};

std::unique_ptr<VoteCounter> make_vote_counter(const VotingOptions& options, const Graph& graph,
                                               const EngineChoice& choice);

/// The scales of --scales, or of the usual place beside the model (int8_scales.h).
std::shared_ptr<const Calibration> scales_of(const std::optional<std::string>& file, const OpenOptions& data,
                                             const Model& model, const std::filesystem::path& path,
                                             double sigma);

/// Says on standard error that int8 is slow where one of the choices is that and the processor has no VNNI.
void note_slow_int8(const std::vector<EngineChoice>& choices);

/// --data, --data-dir, --split, --resize and --no-verify.
struct DataOptions {
  std::optional<std::string> data;
  std::string data_dir;
  std::optional<Split> split;
  std::optional<std::string> resize;
  bool no_verify = false;

  void describe(Parameters& p, Split usual = Split::kTest);
  /// Fails when --data is absent or the options do not fit it.
  OpenOptions open_options(Split usual = Split::kTest) const;
};

/// --resume and --force, of long work.
struct StartOptions {
  bool resume = false;
  bool force = false;

  /// @param what  "the run", "the table"
  void describe(Parameters& p, const std::string& what);
  /// Fails when both are given.
  Start start() const;
};

}  // namespace certus::cli
