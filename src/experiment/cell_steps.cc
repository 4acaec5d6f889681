#include "certus/experiment/cell_steps.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/number_text.h"
#include "certus/recipe/run_folder.h"
#include "certus/recipe/train_settings.h"
#include "certus/record/run_manifest.h"

namespace certus {
namespace {

using Words = std::vector<std::string>;

void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

std::string training_data(const ExperimentCell& cell) {
  return cell.train.read<DataSettings>().name;
}

CellStep table_step(const ResultFolder& folder, const Experiment& experiment, const VoteTable& table,
                    const char* command, const Words& data_words, int threads) {
  const ExperimentCell& source = experiment.cells[table.source];
  const auto model = model_path(ResultFolder::relative_weights(source), ".safetensors");
  CellStep step{.kind = CellStep::Kind::kTable,
                .words = {command, model.string(), "--data", training_data(source), "--sigma",
                          join_text(table.sigma), "--samples", join_text(table.samples), "--seed", "0",
                          "--threads", join_text(threads), "-o", table.file.string()},
                .done_mark = folder.root() / (table.file.string() + ".done")};
  append(step.words, data_words);
  make_folder((folder.root() / table.file).parent_path());
  if (std::filesystem::exists(folder.root() / table.file)) step.words.push_back("--resume");
  return step;
}

CellStep train_step(const ResultFolder& folder, const ExperimentCell& cell, const Words& data_words,
                    int threads) {
  CellStep step{.kind = CellStep::Kind::kTrain, .words = {"train"}, .done_mark = {}};
  // A run that has begun knows its settings.
  const bool begun = std::filesystem::exists(run_config_path(folder.weights(cell)));
  if (begun) {
    step.words.push_back("--resume");
  } else {
    step.words.push_back(cell.preset);
    for (const std::string& each : cell.overrides) append(step.words, {"--set", each});
    step.words.push_back("--force");  // the folder has our log in it
  }
  append(step.words, {"--threads", join_text(threads), "-o", ResultFolder::relative_weights(cell).string()});
  append(step.words, data_words);
  return step;
}

CellStep certify_step(const ResultFolder& folder, const ExperimentCell& cell, const Words& data_words,
                      int threads) {
  const auto settings = cell.certify.read<CertifySettings>();
  const auto record = ResultFolder::relative_cell(cell) / "record.tsv";
  const auto model = model_path(ResultFolder::relative_weights(cell), ".safetensors");
  const std::string data = settings.data.empty() ? training_data(cell) : settings.data;
  CellStep step{.kind = CellStep::Kind::kCertify,
                .words = {"certify",      model.string(),           "--data",    data,
                          "--sigma",      join_text(cell.sigma),    "--n",       join_text(settings.n),
                          "--n0",         join_text(settings.n0),   "--alpha",   join_text(settings.alpha),
                          "--skip",       join_text(settings.skip), "--engine",  settings.engine,
                          "--precision",  settings.precision,       "--seed",    join_text(settings.seed),
                          "--threads",    join_text(threads),       "--no-time", "-o",
                          record.string()},
                .done_mark = {}};
  if (settings.max > 0) append(step.words, {"--max", join_text(settings.max)});
  append(step.words, data_words);
  if (std::filesystem::exists(folder.root() / record)) {
    const auto manifest = read_manifest(folder.root() / record);
    // Records say which program made them, and take no rows from another one.
    const bool is_ours = manifest && manifest->certus == certus_version();
    step.words.push_back(is_ours ? "--resume" : "--force");
  }
  return step;
}

CellStep analyze_step(const ExperimentCell& cell, const std::string& analysis, const Words& data_words,
                      int threads) {
  const auto model = model_path(ResultFolder::relative_weights(cell), ".safetensors");
  const auto file = ResultFolder::relative_cell(cell) / analysis;
  const auto settings = cell.analyze.read<AnalyzeSettings>();
  CellStep step{.kind = CellStep::Kind::kAnalyze,
                .words = {"analyze",
                          analysis,
                          model.string(),
                          "--data",
                          training_data(cell),
                          "--sigma",
                          join_text(cell.sigma),
                          "--skip",
                          join_text(settings.skip),
                          "--samples",
                          join_text(settings.samples),
                          "--draws",
                          join_text(settings.draws),
                          "--threads",
                          join_text(threads),
                          "--format",
                          "json",
                          "-o",
                          file.string() + ".json",
                          "--images",
                          file.string() + ".csv",
                          "--force"},
                .done_mark = {}};
  if (analysis == "attack") {
    append(step.words, {"--steps", join_text(settings.steps), "--step-size", join_text(settings.step_size),
                        "--norm", sphere_norm_name(settings.norm)});
  } else {
    append(step.words, {"--method", cell.preset});
    for (const std::string& each : cell.overrides) append(step.words, {"--set", each});
  }
  append(step.words, data_words);
  return step;
}

}  // namespace

std::string CellStep::name() const {
  switch (kind) {
    case Kind::kTable:
      return "votes for training images";
    case Kind::kTrain:
      return "training";
    case Kind::kCertify:
      return "certifying";
    case Kind::kAnalyze:
      return "analysing gradients";
  }
  return "";
}

NextStep next_step(const ResultFolder& folder, const Experiment& experiment, std::size_t place,
                   bool is_certified, const std::vector<std::string>& data_words, int threads) {
  using State = NextStep::State;
  const ExperimentCell& cell = experiment.cells[place];
  if (folder.is_finished(cell) && folder.has_all_analyses(cell)) return {.state = State::kDone};
  if (!folder.has_model(cell)) {
    const std::pair<const std::optional<VoteTable>&, const char*> tables[] = {
        {cell.soft_labels, "soft-labels"}, {cell.p_correct, "p-correct"}};
    for (const auto& [table, command] : tables) {
      if (!table || folder.has_table(*table)) continue;
      if (!folder.has_model(experiment.cells[table->source]))
        return {.state = State::kWaits, .step = {}, .waits_for = table->source};
      return {.state = State::kReady,
              .step = table_step(folder, experiment, *table, command, data_words, threads)};
    }
    return {.state = State::kReady, .step = train_step(folder, cell, data_words, threads)};
  }
  if (!folder.is_finished(cell)) {
    if (is_certified) return {.state = State::kFinish};
    return {.state = State::kReady, .step = certify_step(folder, cell, data_words, threads)};
  }
  const auto missing = std::ranges::find_if(
      cell.analyses, [&](const std::string& name) { return !folder.has_analysis(cell, name); });
  return {.state = State::kReady, .step = analyze_step(cell, *missing, data_words, threads)};
}

}  // namespace certus
